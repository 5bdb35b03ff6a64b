import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Cart, emptyAddress, startCart, withCount } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import { offeredCart } from './offered-cart.ts'
import { countriesFor, firstUnfinished, missingAt, stepsOf, takesCountry } from './shop-steps.ts'

const texts = { de: 'x', en: 'x', fr: 'x', es: 'x' }
const product = (key: string) => ({ key, name: texts, price: 100, vat: 'standard', hidden: false })
const range = { from: 300, to: 800 }
const made = { widthMm: range, depthMm: range, leadTimeWeeks: { from: 3, to: 4 } }
type Offer = Parameters<typeof firstUnfinished>[2] & Pick<PublicShopConfig, 'platePickup'>
const offer: Offer = {
  products: {
    controllers: [product('gsm'), product('lora')],
    scales: [product('swiss'), { ...product('custom'), customPlate: made }],
    accessories: [product('cable')],
    subscriptions: [1, 3].map((years) => ({ ...product(`years-${years}`), years })),
  },
  deliveryCountries: ['ch'],
  billingCountries: ['ch', 'de'],
  paymentMethods: ['card', 'prepayment'],
  platePickup: [{ key: 'bern', name: 'Shop', city: 'Bern' }],
}
const address = {
  ...emptyAddress,
  email: 'anna@example.org',
  firstname: 'Anna',
  lastname: 'Müller',
  street: 'Waldweg 1',
  zip: '3000',
  city: 'Bern',
}
const hardware: Cart = { ...startCart('hardware+digital', address), paymentMethod: 'card' }
const digital: Cart = { ...startCart('digital', address), paymentMethod: 'card' }
const abroad = { ...address, country: 'de' as const }
const plate = { product: 'custom', widthMm: 450, depthMm: 520, count: 1 }

it.each<[string, Cart, ReturnType<typeof firstUnfinished>]>([
  ['all of it', hardware, undefined],
  ['subscriptions alone, billed abroad', { ...digital, address: abroad }, undefined],
  ['nothing in it', { ...hardware, nofControllers: 0 }, { step: 'hardware', missing: 'nothing' }],
  ['no subscription', { ...digital, nofSubscriptions: 0 }, { step: 'subscription', missing: 'nothing' }],
  [
    'a plate too small',
    { ...hardware, customPlates: [{ ...plate, depthMm: 299 }] },
    { step: 'scales', missing: 'plateSize' },
  ],
  [
    'a plate of what has none',
    { ...hardware, customPlates: [{ ...plate, product: 'swiss' }] },
    { step: 'scales', missing: 'plateSize' },
  ],
  ['a parcel abroad', { ...hardware, address: abroad }, { step: 'address', missing: 'country' }],
  [
    'a bill to where none goes',
    { ...digital, address: { ...address, country: 'fr' } },
    { step: 'address', missing: 'country' },
  ],
  ['no town', { ...hardware, address: { ...address, city: ' ' } }, { step: 'address', missing: 'address' }],
  [
    'half an e-mail address',
    { ...digital, address: { ...address, email: 'anna@' } },
    { step: 'address', missing: 'address' },
  ],
  ['no way to pay', { ...hardware, paymentMethod: null }, { step: 'payment', missing: 'payment' }],
  [
    'a way to pay that is not offered',
    { ...hardware, paymentMethod: 'twint' },
    { step: 'payment', missing: 'payment' },
  ],
])('before ordering, with %s', (_, cart, expected) => {
  expect(firstUnfinished('confirmation', cart, offer)).toEqual(expected)
})

it('a step depends neither on later steps nor on itself', () => {
  expect(firstUnfinished('address', startCart('hardware+digital'), offer)).toBeUndefined()
  expect(firstUnfinished('payment', startCart('hardware+digital'), offer)?.step).toBe('address')
  expect(missingAt('address', startCart('digital'), offer)).toBe('address')
})

it('both wizards end with the order, and have no step twice', () => {
  for (const mode of ['digital', 'hardware+digital'] as const) {
    expect(stepsOf(mode).at(-1)).toBe('completion')
    expect(new Set(stepsOf(mode)).size).toBe(stepsOf(mode).length)
  }
})

it('what can be sold stays as it is, with transmitters of the first kind if none is named', () => {
  const filled = withCount(withCount(hardware, 'scales', 'swiss', 2), 'accessories', 'cable', 1)
  const cart: Cart = { ...filled, subscriptionYears: 3, customPlates: [plate], platePickup: 'bern' }
  expect(offeredCart(cart, offer)).toEqual({ cart: { ...cart, controllers: { gsm: 1 } }, gone: [] })
})

it('what is no longer offered is left out and reported', () => {
  const cart: Cart = {
    ...hardware,
    nofControllers: 3,
    controllers: { old: 2, lora: 1 },
    scales: { swiss: 1, oak: 1 },
    accessories: { rope: 4 },
    customPlates: [plate, { ...plate, product: 'swiss' }],
    subscriptionYears: 4,
    platePickup: 'basel',
    paymentMethod: 'twint',
  }
  const { cart: offered, gone } = offeredCart(cart, offer)
  expect(gone.toSorted()).toEqual(['customPlates', 'oak', 'old', 'rope'])
  expect(offered).toMatchObject({
    nofControllers: 1,
    controllers: { lora: 1 },
    scales: { swiss: 1 },
    accessories: {},
    customPlates: [plate],
    subscriptionYears: 3,
    platePickup: null,
    paymentMethod: null,
  })
  expect(offeredCart(offered, offer)).toEqual({ cart: offered, gone: [] })
})

it('two kinds of transmitters that come to more than 100 are a cart that the server takes', () => {
  const many = withCount(withCount(hardware, 'controllers', 'gsm', 60), 'controllers', 'lora', 60)
  const { cart } = offeredCart(many, offer)
  expect(cart.controllers).toEqual({ gsm: 60, lora: 60 })
  expect(v.parse(Cart, cart).nofControllers).toBe(100)
})

it('without subscriptions on offer, the cart has none', () => {
  const without = { ...offer, products: { ...offer.products, subscriptions: [] } }
  expect(offeredCart(digital, without).cart.nofSubscriptions).toBe(0)
})

it('with goods in the cart, only countries that can be delivered to are offered', () => {
  const places: Offer = { ...offer, billingCountries: ['ch', 'de', 'at'], deliveryCountries: ['ch', 'li'] }
  const german = { ...emptyAddress, country: 'de' as const }
  expect(countriesFor(startCart('hardware+digital', german), places)).toEqual(['ch'])
  expect(takesCountry(startCart('hardware+digital', german), places)).toBe(false)
  expect(countriesFor(startCart('digital', german), places)).toEqual(['ch', 'de', 'at'])
  expect(takesCountry(startCart('digital', german), places)).toBe(true)
})
