import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { hasKeysOf, type RedemptionRow, selectUsesOf } from './order-key-queries.ts'

/** Whether an order gave keys, and their redemptions, oldest first. */
export async function readOrderKeys(
  db: Kysely<Tables>,
  orderId: number,
): Promise<{ hasKeys: boolean; uses: RedemptionRow[] }> {
  const [hasKeys, uses] = await Promise.all([hasKeysOf(db, orderId), selectUsesOf(db, orderId)])
  return { hasKeys, uses }
}
