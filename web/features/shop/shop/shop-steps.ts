import * as v from 'valibot'
import { type Cart, type CartMode, hasHardware, isEmptyCart, OrderAddress } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'

/** The steps of the shop in order. It says `subscriptions` because `/shop/subscription` leads to the other wizard. */
const hardwareSteps = [
  'hardware',
  'scales',
  'subscriptions',
  'address',
  'payment',
  'confirmation',
  'completion',
] as const
const subscriptionSteps = ['subscription', 'address', 'payment', 'confirmation', 'completion'] as const

export type HardwareStep = (typeof hardwareSteps)[number]
export type SubscriptionStep = (typeof subscriptionSteps)[number]
export type ShopStep = HardwareStep | SubscriptionStep

/** The word by which texts distinguish the two wizards. */
export const kindOf = (mode: CartMode): 'digital' | 'hardware' => (mode === 'digital' ? 'digital' : 'hardware')

export const stepsOf = (mode: CartMode): readonly ShopStep[] => (mode === 'digital' ? subscriptionSteps : hardwareSteps)

/** Why a step is not complete. */
export type Missing = 'nothing' | 'plateSize' | 'address' | 'country' | 'payment'

type Offer = Pick<PublicShopConfig, 'products' | 'deliveryCountries' | 'billingCountries' | 'paymentMethods'>

/** Whether anything can be ordered in a wizard now. */
export const isOpen = (
  mode: CartMode,
  { enabled, products }: Pick<PublicShopConfig, 'enabled' | 'products'>,
): boolean => enabled && (mode !== 'digital' || products.subscriptions.length > 0)

/** Returns why a step is not complete; undefined if it is. */
export function missingAt(step: ShopStep, cart: Cart, offer: Offer): Missing | undefined {
  switch (step) {
    case 'subscription':
    case 'subscriptions':
      return isEmptyCart(cart) ? 'nothing' : undefined
    case 'scales':
      return cart.customPlates.every((plate) => isPlateMade(plate, offer)) ? undefined : 'plateSize'
    case 'address':
      if (!takesCountry(cart, offer)) return 'country'
      return v.is(OrderAddress, cart.address) ? undefined : 'address'
    case 'payment':
      return cart.paymentMethod !== null && offer.paymentMethods.includes(cart.paymentMethod) ? undefined : 'payment'
    default:
      return undefined
  }
}

/** Whether a plate can be made in this size. */
function isPlateMade(plate: Cart['customPlates'][number], { products }: Pick<Offer, 'products'>): boolean {
  const made = products.scales.find(({ key }) => key === plate.product)?.customPlate
  if (!made) return false
  const fits = (value: number, { from, to }: { from: number; to: number }) => value >= from && value <= to
  return fits(plate.widthMm, made.widthMm) && fits(plate.depthMm, made.depthMm)
}

/** The countries that the bill and, for hardware, the shipment can go to. */
export const countriesFor = (
  cart: Cart,
  { billingCountries, deliveryCountries }: Pick<Offer, 'billingCountries' | 'deliveryCountries'>,
): readonly Cart['address']['country'][] =>
  hasHardware(cart) ? billingCountries.filter((country) => deliveryCountries.includes(country)) : billingCountries

export const takesCountry = (cart: Cart, offer: Parameters<typeof countriesFor>[1]): boolean =>
  countriesFor(cart, offer).includes(cart.address.country)

/** Returns the first incomplete step before `step`, and why it is incomplete; undefined if `step` may be opened. */
export function firstUnfinished(
  step: ShopStep,
  cart: Cart,
  offer: Offer,
): { step: ShopStep; missing: Missing } | undefined {
  const steps = stepsOf(cart.mode)
  for (const before of steps.slice(0, steps.indexOf(step))) {
    const missing = missingAt(before, cart, offer)
    // an empty cart is filled starting at the first step
    if (missing) return { step: missing === 'nothing' ? steps[0]! : before, missing }
  }
  return undefined
}
