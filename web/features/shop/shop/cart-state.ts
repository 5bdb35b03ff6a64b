import { proxy, ref } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { type Cart, type CartAddress, type CartMode, type PaymentMethod, startCart } from '#domain/shop/cart.ts'
import type { ValidateReply } from '#domain/shop/price.ts'
import { readStored, writeStored } from '../../../offline/local-storage.ts'
import { leftCarts, storedCartKeys } from '../../../offline/stored-cart-keys.ts'
import { type Attempt, type KeptCart, keptText, parseKept, readKept, writeKept } from './cart-storage.ts'
import type { SeenPrices } from './price-changes.ts'

/** The order being placed; `total` in Rappen. */
export type Checkout = {
  fetching: boolean
  total: number | null
  paymentUrl: string | null
  paymentMethods: readonly PaymentMethod[]
}

/** The price of the cart in Rappen, as last given by the server; `total` is null before that. `of`: the cart it applies to, as text. */
export type Validation = {
  fetching: boolean
  total: number | null
  items: ValidateReply['items']
  vat: ValidateReply['vat']
  configVersion: number | null
  of: string | null
  error: unknown
}

export type CartState = {
  /** Replaced as a whole, so that a half-changed value is never stored. */
  kept: KeptCart
  /** The total for which an order was refused because it had changed. */
  refusedTotal: number | null
  checkout: Checkout
  validate: Validation
}

const noCheckout = (): Checkout => ({ fetching: false, total: null, paymentUrl: null, paymentMethods: [] })
export const noValidation = (): Validation => ({
  fetching: false,
  total: null,
  items: [],
  vat: [],
  configVersion: null,
  of: null,
  error: undefined,
})

const startState = (mode: CartMode): CartState => ({
  kept: ref(readKept(mode)),
  refusedTotal: null,
  checkout: noCheckout(),
  validate: noValidation(),
})

/** The carts of the two wizards: buying a subscription in between leaves the hardware in its cart. They share the address. */
export const carts: Record<CartMode, CartState> = {
  digital: proxy(startState('digital')),
  'hardware+digital': proxy(startState('hardware+digital')),
}
const modes = ['digital', 'hardware+digital'] as const

/** Changes the stored cart, starting from what another tab may have just written. */
function keep(mode: CartMode, change: (kept: KeptCart) => Partial<KeptCart>): void {
  const text = readStored(storedCartKeys[mode])
  if (text !== null) takeOver(mode, text)
  const { kept } = carts[mode]
  carts[mode].kept = ref({ ...kept, ...change(kept) })
}

export const changeCart = (mode: CartMode, change: (cart: Cart) => Cart): void =>
  keep(mode, ({ cart }) => ({ cart: change(cart) }))

export function setAddress(changes: Partial<CartAddress>): void {
  for (const mode of modes) changeCart(mode, (cart) => ({ ...cart, address: { ...cart.address, ...changes } }))
}

export const setSeen = (mode: CartMode, change: (seen: SeenPrices) => SeenPrices): void =>
  keep(mode, ({ seen }) => ({ seen: change(seen) }))

/** Records the order being attempted. */
export const setAttempt = (mode: CartMode, choose: (last: Attempt | null) => Attempt): void =>
  keep(mode, ({ attempt }) => ({ attempt: choose(attempt) }))

/** Records the key of the order placed from this cart. The cart stays until its owner has seen the result. */
export const setPlaced = (mode: CartMode, placed: string): void => keep(mode, () => ({ placed }))

/** Starts a new cart once its owner has seen the order with this key; the address stays. Calling it again has no effect. */
export function endCart(mode: CartMode, placed: string): void {
  const { kept } = carts[mode]
  if (kept.placed !== placed || kept.attempt === null) return
  keep(mode, ({ cart }) => ({ cart: startCart(mode, cart.address), seen: {}, attempt: null }))
  Object.assign(carts[mode], { refusedTotal: null, validate: noValidation() })
}

function takeOver(mode: CartMode, text: string | null): void {
  const found = parseKept(text, mode)
  const state = carts[mode]
  if (keptText(found) === keptText(state.kept)) return
  Object.assign(state, { kept: ref(found), refusedTotal: null })
}

/** Restores the carts of a customer who returns after their session ended, unless there are newer carts. */
function giveBack(customer: number): void {
  if (leftCarts.owner === customer) {
    for (const key of Object.values(storedCartKeys)) {
      const text = leftCarts.texts[key]
      if (text && readStored(key) === null) writeStored(key, text)
    }
  }
  leftCarts.owner = undefined
}

/**
 * From now on, stores the carts on the device and takes over changes made by other tabs or a sign-out.
 * Returns a function that stops this. `customer`: who is signed in, if anyone.
 */
export function followCarts(customer?: number): () => void {
  if (customer !== undefined) giveBack(customer)
  for (const mode of modes) carts[mode].kept = ref(readKept(mode))
  const stops = modes.map((mode) => subscribeKey(carts[mode], 'kept', (kept) => writeKept(mode, keptText(kept)), true))
  const hear = ({ key, newValue }: StorageEvent) => {
    for (const mode of modes) {
      if (key === null || key === storedCartKeys[mode]) takeOver(mode, newValue)
    }
  }
  window.addEventListener('storage', hear)
  return () => {
    window.removeEventListener('storage', hear)
    for (const stop of stops) stop()
  }
}
