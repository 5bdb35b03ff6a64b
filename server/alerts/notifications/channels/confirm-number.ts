import type { NotificationChannel } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { countTry, openPending } from '../code-queries.ts'
import { isCode } from '../make-code.ts'
import { readChannel } from '../read-channels.ts'

/** Activates a number or e-mail address with the code sent to it. Throws 404, and 400 `code_wrong`, also if the code has expired or was tried too often. */
export async function confirmNumber(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  id: number,
  code: string,
  mailCodes: MailCodes,
): Promise<NotificationChannel> {
  const channel = await readChannel(db, account, id)
  if (channel.status === 'unconfirmed') {
    await mailCodes.enter(account, channel.address, code)
    return readChannel(db, account, id)
  }
  if (channel.status !== 'pending') return channel
  const tried = await countTry(db, account.accountId, id, clock.now())
  const isRight = tried !== undefined && isCode(id, code, tried.code_hash)
  if (!isRight || !(await openPending(db, id, tried.code_hash))) throw new AppError(400, 'code_wrong')
  return readChannel(db, account, id)
}
