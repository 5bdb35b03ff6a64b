import type { Insertable, Kysely, Selectable } from 'kysely'
import type { PaymentProvider } from '#domain/shop/order.ts'
import { dueBy, selectNextDueRow } from '../../platform/db/due-rows.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderCheckoutTable } from './order-table.ts'

export type CheckoutRow = Selectable<OrderCheckoutTable>

/** Inserting the same checkout again changes nothing. */
export async function insertCheckout(db: Kysely<Tables>, row: Insertable<OrderCheckoutTable>): Promise<void> {
  await db
    .insertInto('order_checkout')
    .values(row)
    .onConflict((oc) => oc.columns(['provider', 'provider_id']).doNothing())
    .execute()
}

/** All checkouts of an order, newest first. */
export const selectCheckouts = (db: Kysely<Tables>, orderId: number): Promise<CheckoutRow[]> =>
  db.selectFrom('order_checkout').selectAll().where('order_id', '=', orderId).orderBy('id', 'desc').execute()

export const selectCheckout = (
  db: Kysely<Tables>,
  provider: PaymentProvider,
  providerId: string,
): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('order_checkout')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

/** Leaves a checkout that was paid as it is. */
export async function updateCheckout(
  db: Kysely<Tables>,
  provider: PaymentProvider,
  providerId: string,
  changes: { state?: CheckoutRow['state']; due_at?: number },
): Promise<void> {
  await db
    .updateTable('order_checkout')
    .set(changes)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('state', '<>', 'paid')
    .execute()
}

/** Makes the open checkouts of an order due at this time. */
export async function hastenCheckouts(db: Kysely<Tables>, orderId: number, dueAt: number): Promise<void> {
  await db
    .updateTable('order_checkout')
    .set({ due_at: dueAt })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

export const selectDueCheckouts = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<CheckoutRow[]> =>
  db.selectFrom('order_checkout').selectAll().where('state', '=', 'open').$call(dueBy(nowMs, limit)).execute()

/** Epoch ms when the next checkout is due. */
export const selectNextDueCheckout = (db: Kysely<Tables>, afterMs: number): Promise<number | undefined> =>
  selectNextDueRow(db, 'order_checkout', 'open', afterMs)
