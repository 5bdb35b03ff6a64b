import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import type { PaymentNotice } from '../../../platform/adapters/payment.ts'
import { type CheckoutRow, selectCheckout } from '../checkout-queries.ts'
import { completionUrl } from '../completion-url.ts'
import { type OrderRow, selectOrder } from '../order-queries.ts'
import { recordPayment } from '../record-payment.ts'

/** The outcomes offered on the test page: paid by card or TWINT, half of it, too much, another currency, declined, given up. */
export const testWays = ['card', 'twint', 'half', 'double', 'currency', 'fail', 'giveUp'] as const
export const TestWay = v.picklist(testWays)
export type TestWay = v.InferOutput<typeof TestWay>

export type TestCheckout = { checkout: CheckoutRow; order: OrderRow }

/** Finds a checkout of the test provider by the id in its URL. */
export async function testCheckout(
  { database: { db } }: Pick<Deps, 'database'>,
  id: string,
): Promise<TestCheckout | undefined> {
  const checkout = await selectCheckout(db, 'test', id)
  const order = checkout && (await selectOrder(db, checkout.order_id))
  return order && { checkout, order }
}

/** Processes the chosen outcome as a real provider's call would, and returns the URL where the customer goes on. */
export async function payTest(
  deps: Pick<Deps, 'database' | 'clock' | 'wakeOrders'>,
  { checkout, order }: TestCheckout,
  way: TestWay,
): Promise<string> {
  const url = completionUrl(order)
  if (way === 'giveUp') return `${url}&payment=givenUp`
  await recordPayment(deps, 'test', noticeOf(checkout, order, way))
  return way === 'fail' ? `${url}&payment=failed` : url
}

function noticeOf(checkout: CheckoutRow, order: OrderRow, way: Exclude<TestWay, 'giveUp'>): PaymentNotice {
  const { provider_id: checkoutId, amount, currency, method } = checkout
  const amounts: Partial<Record<TestWay, number>> = { half: Math.ceil(amount / 2), double: 2 * amount }
  return {
    orderKey: order.key,
    checkoutId,
    outcome: way === 'fail' ? 'failed' : 'received',
    paymentId: checkoutId,
    amount: amounts[way] ?? amount,
    currency: way === 'currency' ? 'eur' : currency,
    method: way === 'card' || way === 'twint' ? way : method,
  }
}
