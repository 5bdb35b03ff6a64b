import type { Insertable, Kysely } from 'kysely'
import type { PaymentProvider } from '#domain/shop/order.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderPaymentRow } from './order-queries.ts'
import type { OrderPaymentTable } from './order-table.ts'

export const selectPayment = (
  db: Kysely<Tables>,
  provider: PaymentProvider,
  providerId: string,
): Promise<OrderPaymentRow | undefined> =>
  db
    .selectFrom('order_payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

export async function insertPayment(db: Kysely<Tables>, row: Insertable<OrderPaymentTable>): Promise<void> {
  await db.insertInto('order_payment').values(row).execute()
}

export async function updatePayment(
  db: Kysely<Tables>,
  id: number,
  changes: Pick<Insertable<OrderPaymentTable>, 'status' | 'amount' | 'currency' | 'received_at'>,
): Promise<void> {
  await db.updateTable('order_payment').set(changes).where('id', '=', id).execute()
}

/** Notes that somebody took care of an order's payments in another currency. Returns of how many, if nobody had before. */
export async function attendStrangePayments(db: Kysely<Tables>, orderId: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('order_payment')
    .set({ attended_at: now })
    .where('order_id', '=', orderId)
    .where('status', '=', 'otherCurrency')
    .where('attended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The newest payment of an order. */
export const selectLastPayment = (db: Kysely<Tables>, orderId: number): Promise<OrderPaymentRow | undefined> =>
  db
    .selectFrom('order_payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
