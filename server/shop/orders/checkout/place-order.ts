import * as v from 'valibot'
import type { Locale } from '#domain/platform/locale.ts'
import { Cart, isEmptyCart, OrderAddress, type PaymentMethod, settledCart } from '#domain/shop/cart.ts'
import type { OrderBody } from '#domain/shop/order.ts'
import type { LabeledPrice } from '#domain/shop/price.ts'
import type { Deps } from '../../../deps.ts'
import { requireController } from '../../../hives/controllers/visible-controllers.ts'
import type { Variant } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { issueOf } from '../../../platform/http/issue-of.ts'
import { priceOrder } from '../../prices/price-order.ts'
import { randomOrderKey } from '../../subscriptions/issue-order-keys.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { noteHistory, type OrderActor } from '../note-history.ts'
import { insertOrder, type OrderRow, selectOrderByClientId } from '../order-queries.ts'
import { settleOrder } from '../settle-order.ts'
import { paymentMethods } from './payment-methods.ts'

type PlaceDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'payment' | 'wakeOrders'>
export type Customer = { account: SignedIn | undefined; locale: Locale; variant: Variant; site: string }

/** The order, or the current price of the cart if it differs from the one shown to the customer. */
export type Placed = { order: OrderRow; methods: PaymentMethod[] } | { changed: LabeledPrice }

/**
 * Orders a cart at the current price. The same client id again returns the existing order, or throws 409 `already_exists` if the cart differs.
 * Throws 400 with the code of what is wrong with the cart, and 404 for a transmitter that is not the customer's.
 */
export async function placeOrder(deps: PlaceDeps, customer: Customer, body: OrderBody): Promise<Placed> {
  const { db } = deps.database
  const { id, total: shown, configVersion: _, ...whole } = body
  const methods = await paymentMethods(deps)
  const known = id === undefined ? undefined : await selectOrderByClientId(db, id)
  const cart = settledCart(whole)
  if (known) return { order: requireSameCart(known, cart), methods }

  const accountId = customer.account?.accountId ?? null
  const price = await priceOrder(deps, { cart, accountId, locale: customer.locale })
  if (isEmptyCart(cart)) throw new AppError(400, 'cart_empty')
  if (shown !== undefined && shown !== price.total) return { changed: price }
  const method = methodOf(cart, methods)
  const address = addressOf(cart)
  await requireOwnTransmitter(deps, customer, cart)

  const placed = await insertPlaced(deps, customer, { clientId: id, cart: { ...cart, address }, price, method })
  if (placed) return { order: placed, methods }
  // a second call with the same id was under way at the same time
  const first = id === undefined ? undefined : await selectOrderByClientId(db, id)
  if (!first) throw new AppError(409, 'already_exists')
  return { order: requireSameCart(first, cart), methods }
}

async function insertPlaced(
  deps: PlaceDeps,
  { account, locale, variant, site }: Customer,
  ordered: { clientId: string | undefined; cart: Cart; price: LabeledPrice; method: PaymentMethod },
): Promise<OrderRow | undefined> {
  const { clock, ids } = deps
  const { cart, price, method } = ordered
  const now = clock.now()
  const accountId = account?.accountId ?? null
  const placed = await deps.database.db.transaction().execute(async (within) => {
    const order = await insertOrder(within, {
      ...cart.address,
      key: randomOrderKey(ids),
      client_id: ordered.clientId ?? ids.uuid(),
      account_id: accountId,
      language: locale,
      variant,
      site,
      config_version: price.configVersion,
      mode: cart.mode,
      cart: JSON.stringify({ ...cart, paymentMethod: method }),
      price: JSON.stringify(price),
      currency: price.currency,
      total: price.total,
      received_at: null,
      payment_method: method,
      state: 'open',
      remark: cart.comment,
      plate_pickup: cart.platePickup,
      ordered_at: now,
      withdrawn_at: null,
      updated_at: now,
    })
    if (!order) return undefined
    const { total, currency } = price
    const after = { total, currency, paymentMethod: method }
    await noteHistory(within, deps, order.id, orderedBy(account), { action: 'placed', after })
    await demandOrderMail(within, deps, order.id, { template: 'confirmation' })
    return settleOrder(within, deps, order)
  })
  deps.wakeOrders()
  return placed
}

/** Whoever acts in a customer's name is recorded. */
const orderedBy = (account: SignedIn | undefined): OrderActor =>
  account?.actor
    ? { actor: 'administrator', accountId: account.actor.accountId }
    : { actor: 'customer', accountId: account?.accountId ?? null }

function requireSameCart(order: OrderRow, cart: Cart): OrderRow {
  if (cartText(v.parse(Cart, JSON.parse(order.cart))) !== cartText(cart)) throw new AppError(409, 'already_exists')
  return order
}

const cartText = (cart: Cart): string =>
  JSON.stringify({
    ...cart,
    paymentMethod: null,
    address: { ...cart.address, email: cart.address.email.toLowerCase() },
  })

function methodOf({ paymentMethod }: Cart, methods: readonly PaymentMethod[]): PaymentMethod {
  const method = paymentMethod ?? methods[0]
  if (!method || !methods.includes(method)) {
    throw new AppError(400, 'payment_method_unavailable', {
      issues: [{ path: 'paymentMethod', message: methods.join(', ') }],
    })
  }
  return method
}

function addressOf({ address }: Cart): Cart['address'] {
  const { success, output, issues } = v.safeParse(OrderAddress, address)
  if (success) return output
  throw new AppError(400, 'invalid_body', {
    issues: issues.map((issue) => issueOf(issue, 'address.')),
  })
}

/** A subscription goes to one's own transmitter; an order without sign-in names none. */
async function requireOwnTransmitter(deps: PlaceDeps, { account }: Customer, cart: Cart): Promise<void> {
  const controllerId = cart.subscriptionControllerId
  if (controllerId === null) return
  if (!account) throw new AppError(404, 'controller_not_found')
  await requireController(deps.database.db, account, controllerId, 'write')
}
