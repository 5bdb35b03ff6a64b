import { amountAsked, amountToPay, needsAttention, type OrderFlag, orderFlags, paymentOf } from '#domain/shop/order.ts'
import type { ListedOrder, OrderList } from '#domain/shop/order-administration.ts'
import type { Deps } from '../../../deps.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import { pageOf, readCursor } from '../../../platform/http/list-query.ts'
import { flagColumns } from '../order-queries.ts'
import {
  type ListedOrderRow,
  type OrderFilter,
  type OrderSort,
  selectOrders,
  sumOrders,
} from './administer-order-queries.ts'

export type OrderPage = {
  sort: OrderSort
  direction: 'ascending' | 'descending'
  limit: number
  cursor: string | undefined
}

/** One page of the orders that match a filter; the first page also has their totals. */
export async function listOrders(
  { database: { db } }: Pick<Deps, 'database'>,
  filter: OrderFilter,
  page: OrderPage,
): Promise<OrderList> {
  const place = readCursor(page.cursor, page.sort, [])
  const [found, totals] = await Promise.all([
    selectOrders(db, filter, { ...page, place }),
    place ? null : sumOrders(db, filter),
  ])
  const { rows, nextCursor } = pageOf(found, page, (row) => ({
    value: page.sort === 'total' ? amountToPay(row) : row.ordered_at,
    id: row.id,
  }))
  return { items: rows.map(toListedOrder), nextCursor, totals }
}

export const flagsOf = (row: Record<(typeof flagColumns)[OrderFlag], 0 | 1>): OrderFlag[] =>
  orderFlags.filter((flag) => row[flagColumns[flag]] === 1)

export function toListedOrder(row: ListedOrderRow): ListedOrder {
  return {
    id: row.id,
    key: row.key,
    orderedAt: isoTime(row.ordered_at),
    customer: row.company || `${row.firstname} ${row.lastname}`.trim(),
    email: row.email,
    city: row.city,
    total: amountToPay(row),
    paid: row.paid,
    due: amountAsked(row),
    currency: row.currency,
    state: row.state,
    payment: paymentOf(row),
    paymentMethod: row.payment_method,
    flags: flagsOf(row),
    needsAttention: needsAttention(row, {
      strangePayments: row.strange ? 1 : 0,
      fulfilmentFailed: Boolean(row.unfulfilled),
      mailFailed: Boolean(row.unmailed),
      usedCodes: row.used_codes,
      codesUnpaid: Boolean(row.codesUnpaid),
    }),
  }
}
