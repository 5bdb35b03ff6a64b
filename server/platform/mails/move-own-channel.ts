import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { hashToken } from '../runtime/ids.ts'
import { moveMailChannel, selectMailChannel } from './mail-address-queries.ts'

/**
 * Within the transaction that changes an account's address: the channel that mails to the old one goes along, unless it has ended or the new one
 * has a channel of its own.
 */
export async function moveOwnChannel(
  within: Kysely<Tables>,
  accountId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const channelAt = (address: string) =>
    selectMailChannel(within, { account_id: accountId, address_hash: hashToken(address) })
  const own = await channelAt(from)
  if (!own || own.status === 'ended' || (await channelAt(to))) return
  await moveMailChannel(within, own.id, { address: to, address_hash: hashToken(to) })
}
