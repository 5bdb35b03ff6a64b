import type { QueryClient } from '@tanstack/react-query'
import { type Cart, type CartMode, settledCart } from '#domain/shop/cart.ts'
import type { PlacedOrder } from '#domain/shop/order.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { newId } from '../../../api/new-id.ts'
import { carts, setAttempt, setPlaced } from './cart-state.ts'
import type { Attempt, KeptCart } from './cart-storage.ts'
import { offeredCart } from './offered-cart.ts'
import { shopConfigQuery } from './shop-queries.ts'
import { firstUnfinished } from './shop-steps.ts'
import { validateCart } from './validate-cart.ts'

/** Whether an order was placed from this cart, whatever the payment method. */
export const isOrdered = (cart: Cart, { attempt, placed }: KeptCart): boolean =>
  placed !== null && isOf(attempt, settledCart(cart))

/** Returns the same id for the same cart, so that a double tap, a second tab or a retry after a lost answer makes only one order. */
export const attemptFor = (cart: Cart, last: Attempt | null, newId: () => string): Attempt =>
  isOf(last, cart) ? last : { id: newId(), cart: JSON.stringify(cart) }

const isOf = (attempt: Attempt | null, cart: Cart): attempt is Attempt =>
  attempt !== null && withoutMethod(attempt.cart) === withoutMethod(JSON.stringify(cart))

/** The payment method can change without making it another order. */
const withoutMethod = (cartText: string): string => cartText.replace(/"paymentMethod":(null|"\w+")/, '')

/**
 * Orders the cart shown at the price shown. Returns undefined if an order is already being placed, or if the price
 * or the shop's offer has changed: then the new one is shown. Throws as `call` does.
 */
export async function placeOrder(
  mode: CartMode,
  shown: Cart,
  queryClient: QueryClient,
): Promise<PlacedOrder | undefined> {
  const { validate, checkout } = carts[mode]
  const { total, configVersion } = validate
  if (checkout.fetching || total === null || configVersion === null) return undefined
  const cart = settledCart(shown)
  setAttempt(mode, (last) => attemptFor(cart, last, newId))
  const id = carts[mode].kept.attempt?.id
  checkout.fetching = true
  try {
    const placed = await call(api.shop.order.$post({ json: { ...cart, id, total, configVersion } }))
    setPlaced(mode, placed.key)
    Object.assign(carts[mode].checkout, {
      total: placed.total,
      paymentUrl: placed.paymentUrl,
      paymentMethods: placed.paymentMethods,
    })
    return placed
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'price_changed') {
      carts[mode].refusedTotal = total
      await validateCart(mode, shown)
    } else if (error.status !== 400 || !(await seeOffer(mode, shown, queryClient))) throw error
    return undefined
  } finally {
    carts[mode].checkout.fetching = false
  }
}

/** Shows the shop's current offer and prices. Returns whether the steps explain what became of this cart. */
async function seeOffer(mode: CartMode, shown: Cart, queryClient: QueryClient): Promise<boolean> {
  const config = await queryClient.fetchQuery({ ...shopConfigQuery, staleTime: 0 }).catch(() => undefined)
  if (!config) return false
  const { cart, gone } = offeredCart(shown, config)
  await validateCart(mode, cart)
  return gone.length > 0 || !config.enabled || firstUnfinished('confirmation', cart, config) !== undefined
}
