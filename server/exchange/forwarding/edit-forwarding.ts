import type { Kysely } from 'kysely'
import { type ForwardingEditBody, PASSWORD_MASK } from '#domain/exchange/forwarding.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../people/accounts/shown-address.ts'
import { flag } from '../../platform/db/flag.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import type { Tables } from '../../store/tables.ts'
import { checkTemplates } from './check-templates.ts'
import { type ForwardingRow, updateAndGoOn } from './forwarding-queries.ts'
import { isSameLogin, readAddress } from './read-address.ts'
import { requireForwarding } from './require-forwarding.ts'
import { sealPassword } from './seal-password.ts'
import { tellOfForwarding } from './tell-of-forwarding.ts'

/**
 * Changes, pauses or resumes a forwarding; readings from a pause are sent afterwards. After a change it is tried right away, no matter how
 * often it failed before. A password is kept only for the same user on the same server.
 */
export async function editForwarding(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'secrets' | 'mailer' | 'wakeForwardings' | 'wakeMails'>,
  account: SignedIn,
  id: number,
  { title, template, paused, address }: ForwardingEditBody,
  mailCodes: MailCodes,
): Promise<ForwardingRow> {
  const { db } = deps.database
  const before = await requireForwarding(db, account, id)
  checkTemplates(before.target, { title, template })
  const isSame = address === undefined || (before.target === 'raw' && address === shownAddress(account, before.address))
  const moved = isSame ? undefined : newAddress(deps, before, address)
  const isMailMoved = before.target === 'capaz' && moved !== undefined && moved.address_key !== before.address_key
  const isOpen = !isMailMoved || (await mailCodes.isConfirmed(db, account.accountId, moved.address))
  const again = { failures: 0, failing: 0, last_error: null, last_error_detail: null, waiting: 0 } as const
  const changes = {
    ...again,
    ...moved,
    ...(isMailMoved ? { unconfirmed: isOpen ? (0 as const) : (1 as const) } : {}),
    ...defined({ title, template, paused: mapDefined(paused, flag) }),
  }
  const now = deps.clock.now()
  const update = async (within: Kysely<Tables>) => {
    const updated = await updateAndGoOn(within, id, changes, now)
    if (updated && moved) await tellOfForwarding(deps, within, account, updated)
    return updated
  }
  const changed = await onFreeCombination(() =>
    isMailMoved && !isOpen ? mailCodes.sendFor(account, moved.address, update) : db.transaction().execute(update),
  )
  if (!changed) throw new AppError(404, 'forwarding_not_found')
  deps.wakeForwardings()
  deps.wakeMails()
  return changed
}

function newAddress(deps: Pick<Deps, 'config' | 'secrets'>, before: ForwardingRow, text: string) {
  const { address, password, key } = readAddress(before.target, text, deps.config.allowPrivateEndpoints)
  const kept = { address, address_key: key }
  if (password !== PASSWORD_MASK) return { ...kept, sealed_password: sealPassword(deps, password) }
  if (isSameLogin(before.address, address)) return kept
  throw new AppError(400, 'invalid_body', {
    issues: [{ path: 'address', code: 'wrong', detail: 'give the password again' }],
  })
}

async function onFreeCombination<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError(409, 'combination_exists', { cause: error })
    throw error
  }
}
