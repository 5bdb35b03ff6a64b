import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { requireForwarding } from './require-forwarding.ts'

/** Confirms the mail address of a forwarding with the code that was mailed there. Throws 404, 400 `code_wrong`, 429. */
export async function confirmForwarding(
  deps: Pick<Deps, 'database' | 'wakeForwardings'> & { mailCodes: MailCodes },
  account: SignedIn,
  id: number,
  code: string,
): Promise<ForwardingRow> {
  const { db } = deps.database
  const waiting = await requireForwarding(db, account, id)
  if (!waiting.unconfirmed) return waiting
  await deps.mailCodes.enter(account, waiting.address, code)
  deps.wakeForwardings()
  return requireForwarding(db, account, id)
}

/** Mails a new code to an address that is not confirmed yet. Throws 404, 429, 503 `mail_unavailable`. */
export async function mailCodeAgain(
  deps: Pick<Deps, 'database' | 'mailer'> & { mailCodes: MailCodes },
  account: SignedIn,
  id: number,
): Promise<ForwardingRow> {
  const waiting = await requireForwarding(deps.database.db, account, id)
  if (!waiting.unconfirmed) throw new AppError(404, 'forwarding_not_found')
  if (!deps.mailer.available) throw new AppError(503, 'mail_unavailable')
  await deps.mailCodes.send(account, waiting.address)
  return waiting
}
