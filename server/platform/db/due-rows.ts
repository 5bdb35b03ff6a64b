import type { Kysely, SelectQueryBuilder } from 'kysely'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'

/** Tables whose rows wait in a state until `due_at`, in epoch ms. */
type WaitingTable = 'delivery' | 'mail' | 'order_checkout' | 'order_fulfilment' | 'order_mail'

/** No mail, message, or order is delayed for longer than this, not even by quiet hours: a later due time was written by a clock that ran ahead. */
export const FURTHEST_MS = 26 * HOUR_MS

/** Narrows a query to due rows, longest overdue first; nothing waits longer than `FURTHEST_MS`. */
export const dueBy =
  (nowMs: number, limit: number) =>
  <Row>(query: SelectQueryBuilder<Tables, WaitingTable, Row>) =>
    query
      .where(({ eb, or }) => or([eb('due_at', '<=', nowMs), eb('due_at', '>', nowMs + FURTHEST_MS)]))
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)

/** When the next row waiting in this state is due, in epoch ms. */
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

const CLEARED_AT_ONCE = 500

/** Deletes rows until none are left, a few at a time so that others can write too. `remove` returns how many it deleted. */
export async function clearInParts(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0
  for (let part = CLEARED_AT_ONCE; part === CLEARED_AT_ONCE; removed += part) part = await remove(CLEARED_AT_ONCE)
  return removed
}

/** Deletes rows created before a time that are no longer due, a few at a time; returns how many. */
export const clearSettled = (
  db: Kysely<Tables>,
  table: 'delivery' | 'mail',
  createdBeforeMs: number,
): Promise<number> =>
  clearInParts(async (limit) => {
    const gone = await db
      .deleteFrom(table)
      .where('id', 'in', (where) =>
        where
          .selectFrom(table)
          .select('id')
          .where('state', '<>', 'due')
          .where('created_at', '<', createdBeforeMs)
          .orderBy('id')
          .limit(limit),
      )
      .returning('id')
      .execute()
    return gone.length
  })
