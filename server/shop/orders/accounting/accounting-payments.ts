import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { storedJson } from '../../../platform/db/stored-json.ts'
import { orderDamaged, readPrice } from '../open-order.ts'
import type { OrderPaymentRow } from '../order-queries.ts'
import {
  type AccountedOrder,
  selectDiscountEdits,
  selectOrderedIn,
  selectPaidIn,
  selectReceived,
} from './accounting-queries.ts'
import { splitPayments, type TaxedShare } from './accounting-split.ts'

const PAGE = 200

type Period = { from?: number; to?: number }
export type TaxedPayment = { order: AccountedOrder; payment: OrderPaymentRow; shares: TaxedShare[] }

/** Yields the payments received in a period (epoch ms, `to` exclusive) with their shares by VAT rate, order by order. */
export async function* readTaxedPayments(
  { database: { db } }: Pick<Deps, 'database'>,
  period: Period,
): AsyncGenerator<TaxedPayment> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = period
  for await (const orders of pages((page) => selectPaidIn(db, period, page))) {
    const ids = orders.map(({ id }) => id)
    const byOrder = Map.groupBy(await selectReceived(db, ids), ({ order_id }) => order_id)
    const editsOf = Map.groupBy(await selectDiscountEdits(db, ids), ({ order_id }) => order_id)
    for (const order of orders) {
      const { vat } = readPrice(order)
      const { total, discount } = order
      const edits = (editsOf.get(order.id) ?? []).map(({ at, before }) => ({ at, discount: discountIn(order, before) }))
      const payments = (byOrder.get(order.id) ?? []).map((payment) => {
        const later = edits.find(({ at }) => at > payment.received_at)
        return { ...payment, discount: later?.discount ?? discount }
      })
      for (const { payment, shares } of splitPayments({ total, discount, vat }, payments)) {
        if (payment.received_at >= from && payment.received_at < to) yield { order, payment, shares }
      }
    }
  }
}

const Edited = v.object({ discount: v.optional(v.number()) })

function discountIn(order: AccountedOrder, before: string): number | undefined {
  const read = storedJson(Edited, before, null)
  if (!read) throw orderDamaged(order)
  return read.discount
}

/** Yields the orders placed in a period. */
export async function* readOrdersPlaced(
  { database: { db } }: Pick<Deps, 'database'>,
  period: Period,
): AsyncGenerator<AccountedOrder> {
  for await (const orders of pages((page) => selectOrderedIn(db, period, page))) yield* orders
}

async function* pages<Row extends { id: number }>(
  read: (page: { after: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit: PAGE })
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
