import type { Kysely } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Tables } from '../../../store/tables.ts'
import { noteHistory } from '../note-history.ts'
import { type OrderRow, updateOrder } from '../order-queries.ts'
import { insertPayment } from '../payment-queries.ts'
import { settleOrder } from '../settle-order.ts'

/**
 * Adds money that an administrator saw come in (Rappen; below 0: paid back) to an order locked by the caller, in the caller's transaction. If
 * that pays it in full, the order is due for fulfilment: the caller calls `deps.wakeOrders()` after the commit. Throws 409
 * `order_refund_too_large` if more would be paid back than came in.
 */
export async function receiveByHand(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock' | 'ids'>,
  order: OrderRow,
  { amount, method, accountId, paymentId }: { amount: number; method: string; accountId: number; paymentId?: string },
): Promise<OrderRow> {
  if (!Number.isSafeInteger(amount) || amount === 0) throw new RangeError('a payment has an amount in whole Rappen')
  const paid = order.paid + amount
  if (amount < 0 && paid < 0) throw new AppError(409, 'order_refund_too_large')
  const now = deps.clock.now()
  const { currency } = order
  await insertPayment(within, {
    order_id: order.id,
    provider: 'hand',
    provider_id: paymentId ?? deps.ids.uuid(),
    amount,
    currency,
    method,
    status: 'received',
    received_at: now,
  })
  await noteHistory(
    within,
    deps,
    order.id,
    { actor: 'administrator', accountId },
    { action: 'paymentReceived', after: { amount, currency, method, provider: 'hand', status: 'received' } },
  )
  return settleOrder(within, deps, await updateOrder(within, order.id, { paid, updated_at: now }))
}
