import type { PaymentMethod } from '#domain/shop/cart.ts'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../../deps.ts'
import { PaymentUnavailable } from '../../../platform/adapters/payment.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { looks } from '../../../platform/http/variant.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { type CheckoutRow, insertCheckout, selectCheckouts } from '../checkout-queries.ts'
import { completionUrl } from '../completion-url.ts'
import type { OrderRow } from '../order-queries.ts'

/** A customer sent to a payment page has at least this long to pay there. */
const TIME_TO_PAY_MS = 30 * 60_000
const FIRST_LOOK_MS = 60_000
/** Providers repeat an earlier failure for the same key, so the key changes from time to time. */
const KEY_LIFE_MS = 10 * 60_000

/**
 * Returns the page where the rest of an order is paid: an existing one, or a new one. Returns null if none is needed, because nothing is due
 * or payment is by bill. Throws 503 `payment_unavailable`.
 */
export async function openCheckout(
  deps: Pick<Deps, 'database' | 'clock' | 'payment' | 'logger' | 'wakeOrders'>,
  order: OrderRow,
  method: PaymentMethod,
): Promise<string | null> {
  const { payment, clock } = deps
  const { db } = deps.database
  const amount = amountDue(order)
  if (method === 'prepayment' || order.state !== 'open' || amount <= 0) return null
  const { provider } = payment
  if (provider === 'none') throw new AppError(503, 'payment_unavailable')
  const now = clock.now()
  const before = await selectCheckouts(db, order.id)
  const isGood = (one: CheckoutRow) =>
    one.state === 'open' &&
    one.provider === provider &&
    one.method === method &&
    one.amount === amount &&
    one.expires_at > now + TIME_TO_PAY_MS
  const open = before.find(isGood)
  if (open) return open.url
  const { key, currency, email, language: locale, site } = order
  try {
    const checkout = await payment.openCheckout({
      orderKey: key,
      label: translate(locale, 'order.label', { shop: looks[order.variant].name, key }),
      amount,
      currency,
      email,
      locale,
      method,
      paidUrl: completionUrl(order),
      givenUpUrl: `${completionUrl(order)}&payment=givenUp`,
      site,
      idempotencyKey: [key, before.length, amount, method, Math.floor(now / KEY_LIFE_MS)].join('/'),
    })
    const { id: provider_id, url, expiresAt: expires_at } = checkout
    const row = {
      order_id: order.id,
      provider,
      provider_id,
      amount,
      currency,
      method,
      url,
      expires_at,
      created_at: now,
    }
    await insertCheckout(db, { ...row, state: 'open', due_at: now + FIRST_LOOK_MS })
    deps.wakeOrders()
    return url
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    deps.logger.error({ reason: error.message, orderId: order.id }, 'a payment page for an order could not be opened')
    throw new AppError(503, 'payment_unavailable', { cause: error })
  }
}
