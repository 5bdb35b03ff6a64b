import type { Insertable, Kysely, Selectable } from 'kysely'
import { dueBy, selectNextDueRow } from '../../platform/db/due-rows.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderCodeTable, OrderFulfilmentTable } from './order-table.ts'

export type FulfilmentRow = Selectable<OrderFulfilmentTable>

/** Makes an order due for fulfilment. There is one row per order: a completed one stays, a failed one becomes due again. */
export async function demandFulfilment(db: Kysely<Tables>, orderId: number, now: number): Promise<void> {
  await db
    .insertInto('order_fulfilment')
    .values({ order_id: orderId, state: 'due', due_at: now, done_at: null, last_error: null })
    .onConflict((oc) =>
      oc
        .column('order_id')
        .doUpdateSet({ state: 'due', due_at: now, attempts: 0 })
        .where('order_fulfilment.state', '=', 'failed'),
    )
    .execute()
}

/** Marks a fulfilment as taken; whoever gets the row does the work. Undefined if somebody else already has. */
export const takeFulfilment = (db: Kysely<Tables>, id: number, now: number): Promise<FulfilmentRow | undefined> =>
  db
    .updateTable('order_fulfilment')
    .set((eb) => ({ state: 'done', done_at: now, last_error: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'due')
    .returningAll()
    .executeTakeFirst()

/** Removes the fulfilment of an order that is not paid, or no longer wanted. */
export async function withdrawFulfilment(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('order_fulfilment').where('id', '=', id).execute()
}

/** Removes the failed fulfilment of an order that is no longer paid, or no longer wanted: there is nothing left to try. */
export async function withdrawFailedFulfilment(db: Kysely<Tables>, orderId: number): Promise<void> {
  await db.deleteFrom('order_fulfilment').where('order_id', '=', orderId).where('state', '=', 'failed').execute()
}

export async function noteFailedFulfilment(
  db: Kysely<Tables>,
  id: number,
  failure: { state: 'due' | 'failed'; dueAt: number; error: string },
): Promise<void> {
  await db
    .updateTable('order_fulfilment')
    .set((eb) => ({
      state: failure.state,
      due_at: failure.dueAt,
      last_error: failure.error,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute()
}

export const selectFulfilment = (db: Kysely<Tables>, orderId: number): Promise<FulfilmentRow | undefined> =>
  db.selectFrom('order_fulfilment').selectAll().where('order_id', '=', orderId).executeTakeFirst()

export const selectDueFulfilments = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<FulfilmentRow[]> =>
  db.selectFrom('order_fulfilment').selectAll().where('state', '=', 'due').$call(dueBy(nowMs, limit)).execute()

/** Epoch ms when the next fulfilment is due. */
export const selectNextDueFulfilment = (db: Kysely<Tables>, afterMs: number): Promise<number | undefined> =>
  selectNextDueRow(db, 'order_fulfilment', 'due', afterMs)

export async function insertCodes(db: Kysely<Tables>, rows: Insertable<OrderCodeTable>[]): Promise<void> {
  await db.insertInto('order_code').values(rows).execute()
}
