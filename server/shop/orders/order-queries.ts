import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { OrderFlag } from '#domain/shop/order.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderCodeTable, OrderHistoryTable, OrderPaymentTable, OrderTable } from './order-table.ts'

export type OrderRow = Selectable<OrderTable>
export type OrderPaymentRow = Selectable<OrderPaymentTable>
export type OrderHistoryRow = Selectable<OrderHistoryTable>
export type OrderCodeRow = Selectable<OrderCodeTable>

/** The column of each flag of an order. */
export const flagColumns = {
  confirmationSent: 'confirmation_sent',
  cleared: 'cleared',
  advanceRequested: 'advance_requested',
  offerSent: 'offer_sent',
  invoiceSent: 'invoice_sent',
  controllerShipped: 'controller_shipped',
} as const satisfies Record<OrderFlag, string>

/** Undefined if an order with this client id, or this key, already exists. */
export const insertOrder = (db: Kysely<Tables>, row: Insertable<OrderTable>): Promise<OrderRow | undefined> =>
  db
    .insertInto('order')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const selectOrder = (db: Kysely<Tables>, id: number): Promise<OrderRow | undefined> =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()

export const selectOrderByKey = (db: Kysely<Tables>, key: string): Promise<OrderRow | undefined> =>
  db.selectFrom('order').selectAll().where('key', '=', key).executeTakeFirst()

export const selectOrderByClientId = (db: Kysely<Tables>, clientId: string): Promise<OrderRow | undefined> =>
  db.selectFrom('order').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/**
 * Returns the order as it is now, locked against changes by others until the transaction ends: the write of an unchanged value locks the row
 * in databases with row locks.
 */
export const holdOrder = (db: Kysely<Tables>, id: number): Promise<OrderRow | undefined> =>
  db
    .updateTable('order')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const updateOrder = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<OrderTable> & { updated_at: number },
): Promise<OrderRow> =>
  db.updateTable('order').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes those placed and paid before a time, with everything that depends on them; returns how many. */
export async function deleteSettledOrders(db: Kysely<Tables>, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('order')
    .where('ordered_at', '<', beforeMs)
    .where('state', '<>', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_payment')
            .select('order_payment.id')
            .whereRef('order_payment.order_id', '=', 'order.id')
            .where('order_payment.received_at', '>=', beforeMs),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function insertHistory(db: Kysely<Tables>, row: Insertable<OrderHistoryTable>): Promise<void> {
  await db.insertInto('order_history').values(row).execute()
}

/** Oldest first. */
export const selectPayments = (db: Kysely<Tables>, orderId: number): Promise<OrderPaymentRow[]> =>
  db.selectFrom('order_payment').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

export const selectCodes = (db: Kysely<Tables>, orderId: number): Promise<OrderCodeRow[]> =>
  db.selectFrom('order_code').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
