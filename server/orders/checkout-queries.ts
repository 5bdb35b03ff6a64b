import type { Insertable, Kysely, Selectable } from 'kysely'
import type { PaymentMethod } from '#domain/cart.ts'
import type { PaymentProvider } from '#domain/order.ts'
import type { Tables } from '../db/tables.ts'
import type { OrderCheckoutTable } from './order-table.ts'

export type CheckoutRow = Selectable<OrderCheckoutTable>

/** The same checkout once more changes nothing. */
export async function insertCheckout(db: Kysely<Tables>, row: Insertable<OrderCheckoutTable>): Promise<void> {
  await db
    .insertInto('order_checkout')
    .values(row)
    .onConflict((oc) => oc.columns(['provider', 'provider_id']).doNothing())
    .execute()
}

/** A page where this amount can be paid in this way until after `until` (epoch ms). */
export const selectOpenCheckout = (
  db: Kysely<Tables>,
  orderId: number,
  wanted: { provider: PaymentProvider; method: PaymentMethod; amount: number; until: number },
): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('order_checkout')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('provider', '=', wanted.provider)
    .where('method', '=', wanted.method)
    .where('amount', '=', wanted.amount)
    .where('state', '=', 'open')
    .where('expires_at', '>', wanted.until)
    .orderBy('id', 'desc')
    .executeTakeFirst()

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

export async function countCheckouts(db: Kysely<Tables>, orderId: number): Promise<number> {
  const { count } = await db
    .selectFrom('order_checkout')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A checkout that was paid stays so. */
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

/** The open checkouts of an order are looked at from this time on. */
export async function hastenCheckouts(db: Kysely<Tables>, orderId: number, dueAt: number): Promise<void> {
  await db
    .updateTable('order_checkout')
    .set({ due_at: dueAt })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

export const selectDueCheckouts = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<CheckoutRow[]> =>
  db
    .selectFrom('order_checkout')
    .selectAll()
    .where('state', '=', 'open')
    .where('due_at', '<=', nowMs)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** When the next checkout is due, in epoch ms. */
export async function selectNextDueCheckout(db: Kysely<Tables>, afterMs: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('order_checkout')
    .select('due_at')
    .where('state', '=', 'open')
    .where('due_at', '>', afterMs)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at
}
