import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { countUsesOf, restoreKeysOf, revokeKeysOf } from './order-key-queries.ts'

/**
 * Revokes the keys that an order gave, in the caller's transaction: their remaining uses extend nothing any more. A use at the same moment is
 * either counted here or refused there. Returns how many keys ended and how many uses there were.
 */
export async function revokeOrderKeys(
  within: Kysely<Tables>,
  orderId: number,
  nowMs: number,
): Promise<{ revoked: number; used: number }> {
  const revoked = await revokeKeysOf(within, orderId, nowMs)
  return { revoked, used: await countUsesOf(within, orderId) }
}

/** Undoes `revokeOrderKeys`: unused keys are valid again. Returns how many. */
export const restoreOrderKeys = (within: Kysely<Tables>, orderId: number): Promise<number> =>
  restoreKeysOf(within, orderId)
