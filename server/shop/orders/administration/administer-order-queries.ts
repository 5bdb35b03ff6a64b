import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { OrderFlag, OrderState } from '#domain/shop/order.ts'
import { comesAfter, containsWords } from '../../../platform/db/list-order.ts'
import type { Place } from '../../../platform/http/list-query.ts'
import type { Tables } from '../../../store/tables.ts'
import { flagColumns, type OrderHistoryRow } from '../order-queries.ts'

/** `from` and `to` in epoch ms, `to` exclusive. `attention`: only orders that a person has to look at. */
export type OrderFilter = {
  q?: string | undefined
  state?: OrderState | undefined
  paid?: boolean | undefined
  flag?: OrderFlag | undefined
  lacks?: OrderFlag | undefined
  method?: PaymentMethod | undefined
  attention?: boolean | undefined
  from?: number | undefined
  to?: number | undefined
}

export type OrderSort = 'orderedAt' | 'total'

const toPay = sql<number>`case when "order".total > "order".discount then "order".total - "order".discount else 0 end`
const sortColumns = { orderedAt: sql.ref('order.ordered_at'), total: toPay }
const strange = sql<SqlBool>`exists (select 1 from order_payment where order_payment.order_id = "order".id
  and order_payment.status = 'otherCurrency' and order_payment.attended_at is null)`
const unfulfilled = sql<SqlBool>`exists (select 1 from order_fulfilment where order_fulfilment.order_id = "order".id
  and order_fulfilment.state = 'failed')`
const unmailed = sql<SqlBool>`exists (select 1 from order_mail where order_mail.order_id = "order".id
  and order_mail.state = 'failed')`
/** The order gave codes, and is neither fully paid nor withdrawn: part of the money was refunded, or its price went up. */
const codesUnpaid = sql<SqlBool>`("order".withdrawn_at is null and "order".paid < ${toPay}
  and exists (select 1 from order_key where order_key.order_id = "order".id))`
const usedCodes = sql<SqlBool>`("order".used_codes > 0)`

const searched = ['key', 'firstname', 'lastname', 'email', 'company', 'street', 'zip', 'city', 'phone']

function filtered(db: Kysely<Tables>, filter: OrderFilter) {
  let query = db.selectFrom('order')
  const column = (name: string) => sql.ref(`order.${name}`)
  const words = containsWords(filter.q, searched.map(column))
  if (words) query = query.where(words)
  if (filter.state) query = query.where('order.state', '=', filter.state)
  if (filter.paid !== undefined)
    query = query.where(filter.paid ? sql<SqlBool>`"order".paid >= ${toPay}` : sql<SqlBool>`"order".paid < ${toPay}`)
  if (filter.flag) query = query.where(`order.${flagColumns[filter.flag]}`, '=', 1)
  if (filter.lacks) query = query.where(`order.${flagColumns[filter.lacks]}`, '=', 0)
  if (filter.method) query = query.where('order.payment_method', '=', filter.method)
  if (filter.from !== undefined) query = query.where('order.ordered_at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('order.ordered_at', '<', filter.to)
  if (filter.attention) {
    const overpaid = sql<SqlBool>`"order".paid > ${toPay}`
    const paidAndCancelled = sql<SqlBool>`("order".state = 'cancelled' and "order".paid > 0)`
    query = query.where((eb) =>
      eb.or([overpaid, paidAndCancelled, strange, unfulfilled, unmailed, usedCodes, codesUnpaid]),
    )
  }
  return query
}

export type ListedOrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

/** One row more than `limit`, to show whether there are more. */
export function selectOrders(
  db: Kysely<Tables>,
  filter: OrderFilter,
  page: { sort: OrderSort; direction: 'ascending' | 'descending'; place: Place | undefined; limit: number },
) {
  const direction = page.direction === 'ascending' ? 'asc' : 'desc'
  const column = sortColumns[page.sort]
  let query = filtered(db, filter)
    .select(['order.id', 'order.key', 'order.ordered_at', 'order.email', 'order.city'])
    .select(['order.firstname', 'order.lastname', 'order.company'])
    .select(['order.total', 'order.discount', 'order.paid', 'order.currency', 'order.state', 'order.payment_method'])
    .select([
      'order.confirmation_sent',
      'order.cleared',
      'order.advance_requested',
      'order.offer_sent',
      'order.invoice_sent',
      'order.controller_shipped',
      'order.used_codes',
    ])
    .select([
      strange.as('strange'),
      unfulfilled.as('unfulfilled'),
      unmailed.as('unmailed'),
      codesUnpaid.as('codesUnpaid'),
    ])
  if (page.place) {
    query = query.where(comesAfter(column, sql.ref('order.id'), page.direction, page.place))
  }
  return query
    .orderBy(column, direction)
    .orderBy('order.id', direction)
    .limit(page.limit + 1)
    .execute()
}

/** In Rappen; PostgreSQL returns sums as text. */
export async function sumOrders(db: Kysely<Tables>, filter: OrderFilter) {
  const { count, total, paid, due } = await filtered(db, filter)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum(toPay).as('total'),
      fn.sum('order.paid').as('paid'),
      sql`sum(case when "order".state = 'cancelled' then 0 else ${toPay} - "order".paid end)`.as('due'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), total: Number(total ?? 0), paid: Number(paid ?? 0), due: Number(due ?? 0) }
}

/** The history of an order, oldest first, with the address of the account behind each entry. */
export const selectNamedHistory = (
  db: Kysely<Tables>,
  orderId: number,
): Promise<(OrderHistoryRow & { email: string | null })[]> =>
  db
    .selectFrom('order_history')
    .leftJoin('account', 'account.id', 'order_history.account_id')
    .selectAll('order_history')
    .select('account.email')
    .where('order_id', '=', orderId)
    .orderBy('order_history.id')
    .execute()
