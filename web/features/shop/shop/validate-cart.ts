import { ref } from 'valtio'
import { type Cart, type CartMode, emptyAddress, isEmptyCart, settledCart } from '#domain/shop/cart.ts'
import type { ValidateReply } from '#domain/shop/price.ts'
import { api, call } from '../../../api/client.ts'
import { carts, noValidation, setSeen } from './cart-state.ts'
import { seeNewPrices } from './price-changes.ts'

/** Returns the part of a cart that its price depends on; the customer's identity is not sent before ordering. */
function pricedCart(cart: Cart): Cart {
  const { address, ...settled } = settledCart(cart)
  return { ...settled, address: { ...emptyAddress, country: address.country }, comment: '', paymentMethod: null }
}

export const pricedText = (cart: Cart): string => JSON.stringify(pricedCart(cart))

/** Asks the server for the price of a cart. Throws as `call` does. */
export const askPrice = (cart: Cart, signal?: AbortSignal) =>
  call(api.shop.validate.$post({ json: pricedCart(cart) }, signal && { init: { signal } }))

const asked: Partial<Record<CartMode, AbortController>> = {}

/** Requests the price of a cart. The last total stays until there is a new one; an earlier request is canceled. */
export async function validateCart(mode: CartMode, cart: Cart): Promise<void> {
  asked[mode]?.abort()
  const asking = new AbortController()
  asked[mode] = asking
  const state = carts[mode]
  if (isEmptyCart(cart)) {
    state.validate = noValidation()
    return
  }
  state.validate.fetching = true
  try {
    const answer = await askPrice(cart, asking.signal)
    if (!asking.signal.aborted) takePrice(mode, cart, answer)
  } catch (error) {
    if (asking.signal.aborted) return
    Object.assign(state.validate, { fetching: false, error: ref(error as Error) })
  }
}

/** Shows the price of a cart, and records the prices seen for the first time. */
export function takePrice(mode: CartMode, cart: Cart, { total, items, vat, configVersion }: ValidateReply): void {
  const state = carts[mode]
  state.validate = {
    fetching: false,
    total,
    items: ref(items),
    vat: ref(vat),
    configVersion,
    of: pricedText(cart),
    error: undefined,
  }
  const isNew = Object.keys(seeNewPrices(state.kept.seen, items)).length > Object.keys(state.kept.seen).length
  if (isNew) setSeen(mode, (seen) => seeNewPrices(seen, items))
}
