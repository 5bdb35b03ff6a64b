import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  Cart,
  clampCount,
  emptyAddress,
  forTransmitter,
  hasHardware,
  isEmptyCart,
  MAX_COUNT,
  OrderAddress,
  settledCart,
  startCart,
  transmitterCounts,
  withCount,
  withCustomPlate,
} from './cart.ts'
import { restoreCart } from './restore-cart.ts'

const hardware = startCart('hardware+digital')
const digital = startCart('digital')
const address = { ...emptyAddress, email: 'anna@example.org', lastname: 'Meier', country: 'de' as const }
const plate = { product: 'made', widthMm: 450, depthMm: 520, count: 1 }

describe('a new cart', () => {
  it('has one subscription, or one transmitter', () => {
    expect(digital).toMatchObject({ schema: 6, nofSubscriptions: 1, nofControllers: 0, subscriptionYears: 2 })
    expect(hardware).toMatchObject({ schema: 6, nofSubscriptions: 0, nofControllers: 1, currency: 'chf' })
  })

  it('keeps only the address', () => {
    expect(startCart('digital', address).address).toEqual(address)
    expect(startCart('hardware+digital', address)).toEqual({ ...hardware, address })
  })
})

describe('the API accepts', () => {
  it('a cart with nothing but its mode', () => {
    expect(v.parse(Cart, { mode: 'digital' })).toMatchObject({ nofSubscriptions: 0, scales: {}, customPlates: [] })
  })

  it.each([
    ['a negative count', { scales: { large: -1 } }],
    ['a huge count', { scales: { large: MAX_COUNT + 1 } }],
    ['half a thing', { nofControllers: 1.5 }],
    ['a count in words', { accessories: { cable: '2' } }],
    ['too many products', { scales: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`plate${at}`, 1])) }],
    ['a product without a name', { scales: { '': 1 } }],
    ['no years', { subscriptionYears: 0 }],
    ['another schema', { schema: 5 }],
    ['another currency', { currency: 'eur' }],
    ['a country of no bill', { address: { country: 'us' } }],
    ['a way to pay that does not exist', { paymentMethod: 'cash' }],
    ['a plate without a size', { customPlates: [{ product: 'made', count: 1 }] }],
    ['a long comment', { comment: 'x'.repeat(2001) }],
  ])('not %s', (_, wrong) => {
    expect(v.is(Cart, { mode: 'hardware+digital', ...wrong })).toBe(false)
  })

  it('an address for an order only in full', () => {
    const full = { ...address, firstname: 'Anna', street: 'Dorf 1', zip: '6000', city: 'Luzern' }
    expect(v.is(OrderAddress, full)).toBe(true)
    for (const field of ['email', 'firstname', 'lastname', 'street', 'zip', 'city']) {
      expect(v.is(OrderAddress, { ...full, [field]: ' ' })).toBe(false)
    }
  })
})

describe('counts', () => {
  it.each([
    [-3, 0],
    [2.9, 2],
    [1e9, MAX_COUNT],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, MAX_COUNT],
  ])('%s becomes %s', (wanted, count) => {
    expect(clampCount(wanted)).toBe(count)
  })

  it('a removed product leaves no entry', () => {
    const filled = withCount(withCount(hardware, 'scales', 'large', 2), 'scales', 'small', 1)
    expect(withCount(filled, 'scales', 'large', 0).scales).toEqual({ small: 1 })
    expect(withCount(filled, 'scales', 'small', -1).scales).toEqual({ large: 2 })
  })

  it('the number of transmitters follows from their kinds', () => {
    const two = withCount(withCount(hardware, 'controllers', 'gsm', 1), 'controllers', 'lora', 2)
    expect(two).toMatchObject({ nofControllers: 3, controllers: { gsm: 1, lora: 2 } })
    expect(transmitterCounts(two, 'gsm')).toEqual({ gsm: 1, lora: 2 })
  })

  it('transmitters without a kind are of the first', () => {
    expect(transmitterCounts(hardware, 'gsm')).toEqual({ gsm: 1 })
    expect(transmitterCounts({ ...hardware, nofControllers: 4, controllers: { lora: 3 } }, 'gsm')).toEqual({
      gsm: 1,
      lora: 3,
    })
  })

  it('plates made to measure are added, changed and taken away', () => {
    const one = withCustomPlate(hardware, 0, plate)
    const two = withCustomPlate(one, 1, { ...plate, widthMm: 500 })
    expect(two.customPlates.map(({ widthMm }) => widthMm)).toEqual([450, 500])
    expect(withCustomPlate(two, 0, { ...plate, count: 0 }).customPlates).toEqual([{ ...plate, widthMm: 500 }])
  })

  it('plates made to measure are at most twenty', () => {
    let full = hardware
    for (let index = 0; index < 25; index++) full = withCustomPlate(full, index, { ...plate, widthMm: 400 + index })
    expect(full.customPlates.map(({ widthMm }) => widthMm)).toEqual(Array.from({ length: 20 }, (_, at) => 400 + at))
  })

  it('one subscription for one transmitter', () => {
    expect(forTransmitter({ ...digital, nofSubscriptions: 5 }, 7)).toMatchObject({
      nofSubscriptions: 1,
      subscriptionControllerId: 7,
    })
    expect(forTransmitter(forTransmitter(digital, 7), null).subscriptionControllerId).toBeNull()
    expect(forTransmitter({ ...digital, nofSubscriptions: 5 }, null)).toMatchObject({ nofSubscriptions: 5 })
  })
})

it('a digital cart has nothing to send', () => {
  const mixed = { ...withCustomPlate(withCount(digital, 'scales', 'large', 2), 0, plate), nofControllers: 3 }
  expect(settledCart(mixed)).toEqual(digital)
  expect(hasHardware(mixed)).toBe(false)
  expect(hasHardware(hardware)).toBe(true)
  expect(hasHardware(withCustomPlate({ ...hardware, nofControllers: 0 }, 0, plate))).toBe(true)
})

it('an empty cart is known as one', () => {
  expect(isEmptyCart({ ...hardware, nofControllers: 0 })).toBe(true)
  expect(isEmptyCart({ ...hardware, nofControllers: 0, scales: { large: 0 } })).toBe(true)
  expect(isEmptyCart(digital)).toBe(false)
})

describe('a stored cart', () => {
  it('is restored unchanged', () => {
    const cart = { ...withCustomPlate(withCount(hardware, 'scales', 'large', 2), 0, plate), address, promoCode: 'BEE' }
    expect(restoreCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
  })

  it('of an older app is restored as far as possible, the rest is new', () => {
    const old = {
      schema: 3,
      mode: 'digital',
      nofSubscriptions: 2,
      nofControllers: 'two',
      subscriptionYears: 0,
      scales: [{ size: 'large' }],
      accessories: { cable: 3, rope: -1, bag: '1', cup: 1000 },
      customPlates: [plate, { width: 3 }],
      address: { email: 'anna@example.org', country: 'us', zip: 6000, city: 'Luzern' },
      checkout: { total: 5 },
    }
    expect(restoreCart(old)).toEqual({
      ...digital,
      nofSubscriptions: 2,
      subscriptionYears: 1,
      accessories: { cable: 3, cup: MAX_COUNT },
      customPlates: [plate],
      address: { ...emptyAddress, email: 'anna@example.org', city: 'Luzern' },
    })
  })

  it('has no plates with a count of 0', () => {
    const kept = { ...hardware, customPlates: [{ ...plate, count: 0 }, { ...plate, count: -1 }, plate] }
    expect(restoreCart(kept).customPlates).toEqual([plate])
  })

  it('is always restored to a cart that the API accepts', () => {
    const field = fc.constantFrom(...Object.keys(Cart.entries))
    const value = fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.double()), fc.integer())
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(field, value)), (stored) => {
        const cart = restoreCart(stored)
        expect(v.parse(Cart, cart)).toEqual(cart)
      }),
    )
  })
})

it('whatever somebody taps, the API still accepts the cart', () => {
  const shelf = fc.constantFrom('controllers' as const, 'scales' as const, 'accessories' as const)
  const tap = fc.tuple(shelf, fc.constantFrom('a', 'b', 'c'), fc.double())
  fc.assert(
    fc.property(fc.array(tap), (taps) => {
      const cart = taps.reduce((filled, [on, key, wanted]) => withCount(filled, on, key, wanted), hardware)
      expect(v.is(Cart, cart)).toBe(true)
      expect(Object.values(cart.scales)).not.toContain(0)
    }),
  )
})
