import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Tables whose rows wait in a state until `due_at`, in epoch ms. */
type WaitingTable = 'delivery' | 'mail' | 'order_checkout' | 'order_fulfilment'

/** Narrows a query to what is due, due for longest first. */
export const dueBy =
  (nowMs: number, limit: number) =>
  <Row>(query: SelectQueryBuilder<Tables, WaitingTable, Row>) =>
    query.where('due_at', '<=', nowMs).orderBy('due_at').orderBy('id').limit(limit)

/** When the next row that waits in this state is due, in epoch ms. */
export async function selectNextDueRow(
  db: Kysely<Tables>,
  table: WaitingTable,
  state: 'due' | 'open',
  afterMs: number,
): Promise<number | undefined> {
  const next = await db
    .selectFrom(table)
    .select('due_at')
    .where('state', '=', state)
    .where('due_at', '>', afterMs)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at
}
