import * as v from 'valibot'
import { Email } from '../people/account.ts'
import { emptyProfile } from '../people/newcomer.ts'
import { postalFields } from '../people/profile-form.ts'
import { countries } from '../platform/country.ts'
import { lineUpTo, textUpTo } from '../platform/text-up-to.ts'

const CART_SCHEMA = 6
/** The most of one product in a cart; anyone who needs more contacts the shop. */
export const MAX_COUNT = 100
export const MAX_SUBSCRIPTION_YEARS = 10
const DEFAULT_SUBSCRIPTION_YEARS = 2
/** The most different products, and the most different plates made to measure, in one cart. */
const MAX_ENTRIES = 100
const MAX_CUSTOM_PLATES = 20
/** Larger than any shop makes; the actual range is in its configuration. */
const MAX_PLATE_MM = 10_000

/** `digital`: only subscriptions; nothing is shipped. */
export const CartMode = v.picklist(['digital', 'hardware+digital'])
export type CartMode = v.InferOutput<typeof CartMode>

export const PaymentMethod = v.picklist(['card', 'twint', 'prepayment'])
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

export const ProductKey = v.pipe(v.string(), v.nonEmpty(), v.maxLength(60))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COUNT))
/** The count of each product. */
export const Counts = v.pipe(v.record(ProductKey, Count), v.maxEntries(MAX_ENTRIES))
export type Counts = v.InferOutput<typeof Counts>

const millimeters = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PLATE_MM))
/** Plates made to measure: `product` is the key of a product that the shop makes to measure. */
export const CustomPlate = v.object({ product: ProductKey, widthMm: millimeters, depthMm: millimeters, count: Count })
export type CustomPlate = v.InferOutput<typeof CustomPlate>

const Country = v.pipe(v.string(), v.toLowerCase(), v.picklist(countries))

/** The address for the bill and the shipment, as far as it is filled in. */
export const CartAddress = v.object({
  email: v.optional(lineUpTo(254), ''),
  firstname: v.optional(lineUpTo(100), ''),
  lastname: v.optional(lineUpTo(100), ''),
  company: v.optional(lineUpTo(100), ''),
  street: v.optional(lineUpTo(200), ''),
  zip: v.optional(lineUpTo(20), ''),
  city: v.optional(lineUpTo(100), ''),
  country: v.optional(Country, 'ch'),
  phone: v.optional(lineUpTo(40), ''),
})
export type CartAddress = v.InferOutput<typeof CartAddress>

export const emptyAddress: CartAddress = { email: '', ...emptyProfile, country: 'ch' }

/** The address that an order requires: everything except company and phone. */
export const OrderAddress = v.object({ ...CartAddress.entries, ...postalFields, email: Email })

/**
 * The cart as the shop's API takes it. `nofControllers` is the number of transmitters, `controllers` the number of each kind: see
 * `transmitterCounts`. `subscriptionControllerId` names the one transmitter to subscribe for; without it, paid subscriptions come as codes.
 */
export const Cart = v.object({
  schema: v.optional(v.literal(CART_SCHEMA), CART_SCHEMA),
  mode: CartMode,
  nofSubscriptions: v.optional(Count, 0),
  nofControllers: v.optional(Count, 0),
  subscriptionYears: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SUBSCRIPTION_YEARS)),
    DEFAULT_SUBSCRIPTION_YEARS,
  ),
  currency: v.optional(v.literal('chf'), 'chf'),
  subscriptionControllerId: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  controllers: v.optional(Counts, () => ({})),
  scales: v.optional(Counts, () => ({})),
  accessories: v.optional(Counts, () => ({})),
  customPlates: v.optional(v.pipe(v.array(CustomPlate), v.maxLength(MAX_CUSTOM_PLATES)), () => []),
  address: v.optional(CartAddress, () => ({ ...emptyAddress })),
  /** The key of a place where plates are picked up; null: they are shipped. */
  platePickup: v.optional(v.nullable(ProductKey), null),
  comment: v.optional(textUpTo(2000), ''),
  promoCode: v.optional(lineUpTo(60), ''),
  paymentMethod: v.optional(v.nullable(PaymentMethod), null),
})
export type Cart = v.InferOutput<typeof Cart>

/** Returns a cart with only what its mode is about: one subscription or one transmitter. The address is kept. */
export function startCart(mode: CartMode, address: CartAddress = emptyAddress): Cart {
  const started = mode === 'digital' ? { nofSubscriptions: 1 } : { nofControllers: 1 }
  return v.parse(Cart, { mode, ...started, address: { ...address } })
}

/** Returns the nearest valid count: a whole number from 0 to `maximum`. */
export const clampCount = (wanted: number, maximum = MAX_COUNT): number =>
  Number.isNaN(wanted) ? 0 : Math.min(maximum, Math.max(0, Math.trunc(wanted)))

type Shelf = 'controllers' | 'scales' | 'accessories'

/** Returns the cart with the given count of a product; 0 removes its entry. The number of transmitters follows from their kinds. */
export function withCount(cart: Cart, shelf: Shelf, key: string, wanted: number): Cart {
  const { [key]: _, ...others } = cart[shelf]
  const count = clampCount(wanted)
  const counts = count === 0 ? others : { ...cart[shelf], [key]: count }
  if (shelf !== 'controllers') return { ...cart, [shelf]: counts }
  return { ...cart, controllers: counts, nofControllers: clampCount(sum(Object.values(counts))) }
}

/** Returns the cart with the plate at `index` changed, added at the end, or removed if its count is 0. */
export function withCustomPlate(cart: Cart, index: number, plate: CustomPlate): Cart {
  const plates = cart.customPlates.toSpliced(index, 1, { ...plate, count: clampCount(plate.count) })
  return { ...cart, customPlates: plates.filter(({ count }) => count > 0).slice(0, MAX_CUSTOM_PLATES) }
}

/** Returns the cart with a subscription for this transmitter only, or for no specific one. */
export const forTransmitter = (cart: Cart, id: number | null): Cart =>
  id === null
    ? { ...cart, subscriptionControllerId: null }
    : { ...cart, subscriptionControllerId: id, nofSubscriptions: 1 }

/** Returns the number of transmitters of each kind. Those of `nofControllers` that `controllers` does not cover are of the shop's first kind. */
export function transmitterCounts(cart: Cart, firstKind: string): Counts {
  const open = cart.nofControllers - sum(Object.values(cart.controllers))
  if (open <= 0) return cart.controllers
  return { ...cart.controllers, [firstKind]: (cart.controllers[firstKind] ?? 0) + open }
}

/** Returns the part of a cart that counts: a digital one has no hardware and therefore no plates to pick up. */
export function settledCart(cart: Cart): Cart {
  if (cart.mode === 'hardware+digital') return cart
  return {
    ...cart,
    nofControllers: 0,
    controllers: {},
    scales: {},
    accessories: {},
    customPlates: [],
    platePickup: null,
  }
}

/** Whether anything is to be shipped, which the shop only does to its delivery countries. */
export function hasHardware(cart: Cart): boolean {
  const { nofControllers, controllers, scales, accessories, customPlates } = settledCart(cart)
  const counts = [controllers, scales, accessories].flatMap((shelf) => Object.values(shelf))
  return sum([nofControllers, ...counts, ...customPlates.map(({ count }) => count)]) > 0
}

export const isEmptyCart = (cart: Cart): boolean => !hasHardware(cart) && cart.nofSubscriptions === 0

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
