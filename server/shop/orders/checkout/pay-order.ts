import type { PaymentMethod } from '#domain/shop/cart.ts'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { noteHistory } from '../note-history.ts'
import { selectOrderMails } from '../order-mail-queries.ts'
import { holdOrder, type OrderRow, updateOrder } from '../order-queries.ts'
import { openCheckout } from './open-checkout.ts'
import { paymentMethods } from './payment-methods.ts'

type PayDeps = Pick<Deps, 'database' | 'clock' | 'payment' | 'logger' | 'secrets' | 'wakeOrders'>

/**
 * Returns the payment page of an order that was just placed or placed again; in the latter case with the method now wanted. Returns null if
 * nothing is due or payment is by bill. Throws 400 `payment_method_unavailable`, 503 `payment_unavailable`.
 */
export async function payPlaced(
  deps: PayDeps,
  order: OrderRow,
  wanted: PaymentMethod = order.payment_method,
): Promise<string | null> {
  const isOther = wanted !== order.payment_method && isPayable(order)
  return isOther ? (await payOrder(deps, order, wanted)).paymentUrl : openCheckout(deps, order, order.payment_method)
}

const isPayable = (order: OrderRow): boolean => order.state === 'open' && amountDue(order) > 0

/**
 * Opens a page to pay the rest of an order, with its method or another; a bill is mailed, once. Throws 409 `order_not_payable` if nothing is
 * due, 400 `payment_method_unavailable`, 503 `payment_unavailable`.
 */
export async function payOrder(
  deps: PayDeps,
  order: OrderRow,
  wanted: PaymentMethod | undefined,
): Promise<{ paymentUrl: string | null }> {
  if (!isPayable(order)) throw new AppError(409, 'order_not_payable')
  const method = wanted ?? order.payment_method
  if (!(await paymentMethods(deps)).includes(method)) throw new AppError(400, 'payment_method_unavailable')
  const paymentUrl = await openCheckout(deps, order, method)
  if (method === order.payment_method) return { paymentUrl }
  const now = deps.clock.now()
  await deps.database.db.transaction().execute(async (within) => {
    const held = await holdOrder(within, order.id)
    // a payment, or a second call at the same time, was faster
    if (!held || !isPayable(held) || held.payment_method === method) return
    await updateOrder(within, order.id, { payment_method: method, updated_at: now })
    await noteHistory(
      within,
      deps,
      order.id,
      { actor: 'customer', accountId: order.account_id },
      { action: 'edited', before: { paymentMethod: held.payment_method }, after: { paymentMethod: method } },
    )
    if (method !== 'prepayment' || held.advance_requested === 1) return
    const mails = await selectOrderMails(within, order.id)
    if (mails.some(({ template }) => template === 'advance')) return
    await demandOrderMail(within, deps, order.id, { template: 'advance' })
  })
  deps.wakeOrders()
  return { paymentUrl }
}
