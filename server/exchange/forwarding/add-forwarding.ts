import type { Kysely } from 'kysely'
import { FORWARDINGS_PER_CHANNEL, type ForwardingBody } from '#domain/exchange/forwarding.ts'
import type { Deps } from '../../deps.ts'
import { readTileCursor } from '../../hives/timeline/read-tile-cursor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { MailCodes } from '../../platform/mails/confirm-mail-address.ts'
import type { Tables } from '../../store/tables.ts'
import { checkTemplates } from './check-templates.ts'
import { type ForwardingRow, insertForwarding, selectForwardings } from './forwarding-queries.ts'
import { readAddress } from './read-address.ts'
import { requireOwnController } from './require-forwarding.ts'
import { sealPassword } from './seal-password.ts'
import { tellOfForwarding } from './tell-of-forwarding.ts'

/**
 * Forwards what a channel measures from now on; mail only starts once its address is confirmed. Throws 409 `combination_exists` if the same
 * data already goes to the same address, 409 `forwardings_too_many`, 400 if the address or a template is invalid.
 */
export async function addForwarding(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'secrets' | 'mailer' | 'wakeForwardings' | 'wakeMails'>,
  account: SignedIn,
  { controllerId, channel }: { controllerId: number; channel: number },
  { target, title = null, template = null, ...body }: ForwardingBody,
  mailCodes: MailCodes,
): Promise<ForwardingRow> {
  const { db } = deps.database
  await requireOwnController(db, account, controllerId)
  checkTemplates(target, { title, template })
  const { address, password, key } = readAddress(target, body.address, deps.config.allowPrivateEndpoints)
  const isOpen = target !== 'capaz' || (await mailCodes.isConfirmed(db, account.accountId, address))
  const now = deps.clock.now()
  const row = {
    account_id: account.accountId,
    controller_id: controllerId,
    channel,
    target,
    address,
    address_key: key,
    sealed_password: sealPassword(deps, password),
    title,
    template,
    unconfirmed: isOpen ? 0 : 1,
    due_at: now,
    starts_at: Math.floor(now / 1000),
    revision: await readTileCursor(db),
    last_sent_at: null,
    last_error: null,
    last_error_detail: null,
    created_at: now,
  } as const
  const add = async (within: Kysely<Tables>) => {
    const inserted = await insertForwarding(within, row)
    // transactions run one after the other, so no two of them see the same ones
    const all = await selectForwardings(within, account.accountId, controllerId, channel)
    if (inserted && all.length > FORWARDINGS_PER_CHANNEL) throw new AppError(409, 'forwardings_too_many')
    if (inserted) await tellOfForwarding(deps, within, account, inserted)
    return inserted
  }
  const added = isOpen ? await db.transaction().execute(add) : await mailCodes.sendFor(account, address, add)
  if (!added) throw new AppError(409, 'combination_exists')
  deps.wakeForwardings()
  deps.wakeMails()
  return added
}
