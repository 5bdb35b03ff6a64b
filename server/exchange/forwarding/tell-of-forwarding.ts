import type { Kysely } from 'kysely'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { tellOwner } from '../../people/accounts/tell-owner.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { maskAddress } from './read-address.ts'

/**
 * Notifies the owner, within a transaction, of where readings now go if somebody acting in their name decided it: that continues when the
 * administrator has returned. The caller wakes the mail loop once that is committed.
 */
export async function tellOfForwarding(
  deps: Pick<Deps, 'clock' | 'mailer'>,
  within: Kysely<Tables>,
  account: SignedIn,
  { controller_id, channel, address, sealed_password, unconfirmed }: ForwardingRow,
): Promise<void> {
  // an address that waits for its code gets nothing before the owner enters it
  if (!account.actor || unconfirmed) return
  const { row } = await requireController(within, account, controller_id, 'read')
  await tellOwner(deps, within, account.accountId, 'forwarding_made', {
    name: row.name,
    channel: String(channel),
    address: maskAddress(address, sealed_password !== null),
  })
}
