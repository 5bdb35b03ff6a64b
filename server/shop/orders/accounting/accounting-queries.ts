import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { OrderPaymentRow } from '../order-queries.ts'

const columns = [
  'id',
  'key',
  'ordered_at',
  'firstname',
  'lastname',
  'company',
  'email',
  'zip',
  'city',
  'country',
  'price',
  'currency',
  'total',
  'discount',
  'paid',
  'received_at',
  'payment_method',
  'state',
] as const

export type AccountedOrder = Awaited<ReturnType<typeof selectOrderedIn>>[number]
type Period = { from?: number; to?: number }
type Page = { after: number; limit: number }

/** Orders placed in a period, by their number, a page at a time. */
export const selectOrderedIn = (db: Kysely<Tables>, { from = 0, to = Number.MAX_SAFE_INTEGER }: Period, page: Page) =>
  db
    .selectFrom('order')
    .select(columns)
    .where('ordered_at', '>=', from)
    .where('ordered_at', '<', to)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** Orders with a payment received in a period, by their number, a page at a time. */
export const selectPaidIn = (db: Kysely<Tables>, { from = 0, to = Number.MAX_SAFE_INTEGER }: Period, page: Page) =>
  db
    .selectFrom('order')
    .select(columns)
    .where('id', '>', page.after)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('order_payment')
        .select('order_id')
        .where('status', '=', 'received')
        .where('received_at', '>=', from)
        .where('received_at', '<', to),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** All payments ever received for these orders, oldest first. */
export async function selectReceived(db: Kysely<Tables>, orderIds: readonly number[]): Promise<OrderPaymentRow[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('order_payment')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('status', '=', 'received')
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

/** Manual changes to the discount of these orders, oldest first; `before` is JSON of the fields that changed. */
export async function selectDiscountEdits(
  db: Kysely<Tables>,
  orderIds: readonly number[],
): Promise<{ order_id: number; at: number; before: string }[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('order_history')
    .select(['order_id', 'at', 'before'])
    .where('order_id', 'in', orderIds)
    .where('action', '=', 'edited')
    .where('before', 'like', '%"discount":%')
    .$narrowType<{ before: string }>()
    .orderBy('id')
    .execute()
}
