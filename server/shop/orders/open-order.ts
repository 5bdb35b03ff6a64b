import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { LabeledPrice } from '#domain/shop/price.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { type OrderPaymentRow, type OrderRow, selectOrder, selectPayments } from './order-queries.ts'

export type OpenedOrder = { order: OrderRow; price: LabeledPrice; payments: OrderPaymentRow[] }

/** An order with its original bill and the payments received for it. Throws 404 `order_not_found`. */
export async function openOrder(db: Kysely<Tables>, id: number): Promise<OpenedOrder> {
  const order = await selectOrder(db, id)
  if (!order) throw new AppError(404, 'order_not_found')
  return { order, price: readPrice(order), payments: await selectPayments(db, id) }
}

/** The bill of an order as it was when it was placed. */
export const readPrice = ({ price }: Pick<OrderRow, 'price'>): LabeledPrice => v.parse(LabeledPrice, JSON.parse(price))
