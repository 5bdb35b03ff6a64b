import type { Kysely } from 'kysely'
import { LabeledPrice } from '#domain/shop/price.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { type OrderPaymentRow, type OrderRow, selectOrder, selectPayments } from './order-queries.ts'

export type OpenedOrder = { order: OrderRow; price: LabeledPrice; payments: OrderPaymentRow[] }

/** An order with its original bill and the payments received for it. Throws 404 `order_not_found`, 500 `order_damaged`. */
export async function openOrder(db: Kysely<Tables>, id: number): Promise<OpenedOrder> {
  const order = await selectOrder(db, id)
  if (!order) throw new AppError(404, 'order_not_found')
  return { order, price: readPrice(order), payments: await selectPayments(db, id) }
}

/**
 * The bill of an order as it was when it was placed. Throws 500 `order_damaged`, which names the order: without its bill, sums would be wrong, and
 * nobody would find it among those of a quarter.
 */
export function readPrice({ id, key, price }: Pick<OrderRow, 'id' | 'key' | 'price'>): LabeledPrice {
  const read = storedJson(LabeledPrice, price, null)
  if (!read) throw orderDamaged({ id, key })
  return read
}

/** The error that names an order of which something that sums need cannot be read. */
export const orderDamaged = ({ id, key }: Pick<OrderRow, 'id' | 'key'>): AppError =>
  new AppError(500, 'order_damaged', { values: { id: String(id), order: key } })
