import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleCart, sampleShop } from '../../../tests/support/samples/shop-samples.ts'
import type { Price } from './price.ts'
import { type Circumstances, priceCart } from './price-cart.ts'
import type { ShopConfig } from './shop-config.ts'
import { vatAfterDiscount } from './vat.ts'

const NOW = Date.parse('2026-05-10T10:00:00Z')
const shop = sampleShop()
const net = sampleShop({ pricesIncludeVat: false })

function priceOf(fields: Record<string, unknown>, config: ShopConfig = shop, at: Partial<Circumstances> = {}): Price {
  const priced = priceCart(config, sampleCart(fields), { now: NOW, ...at })
  if ('fault' in priced) throw new Error(JSON.stringify(priced.fault))
  return priced.price
}
const faultOf = (fields: Record<string, unknown>, config: ShopConfig = shop, now = NOW) => {
  const priced = priceCart(config, sampleCart(fields), { now })
  return 'fault' in priced ? priced.fault : undefined
}
const amounts = ({ lines }: Price) => lines.map(({ key, count, amount }) => [key, count, amount])

describe('a cart', () => {
  it('costs what is in it, with shipping', () => {
    const price = priceOf({ nofControllers: 2, nofSubscriptions: 1, scales: { scale: 1 }, accessories: { cable: 3 } })
    expect(amounts(price)).toEqual([
      ['transmitter', 2, 80_000],
      ['scale', 1, 30_000],
      ['cable', 3, 5997],
      ['two-years', 1, 18_000],
      // over 1000.00
      ['shipping', 1, 0],
      ['rounding', 1, -2],
    ])
    expect(price.total).toBe(133_995)
    // 1339.97 × 8.1 / 108.1, from the sum before rounding
    expect(price.vat).toEqual([{ rate: 810, amount: 10_040, gross: 133_997 }])
  })

  it('has free shipping from a certain amount on, after discounts', () => {
    expect(amounts(priceOf({ scales: { scale: 3 } }))).toContainEqual(['shipping', 1, 1000])
    expect(amounts(priceOf({ nofControllers: 1, scales: { scale: 2 } }))).toContainEqual(['shipping', 1, 0])
    expect(amounts(priceOf({ nofControllers: 1, scales: { scale: 2 }, promoCode: 'TEN' }))).toContainEqual([
      'shipping',
      1,
      1000,
    ])
  })

  it('ships nothing if it has only subscriptions, or plates that are picked up', () => {
    expect(amounts(priceOf({ mode: 'digital', nofSubscriptions: 3, scales: { scale: 9 } }))).toEqual([
      ['two-years', 3, 54_000],
      ['extraDays', 180, 0],
    ])
    expect(amounts(priceOf({ scales: { scale: 1 }, platePickup: 'bern' }))).toEqual([['scale', 1, 30_000]])
    const customPlates = [{ product: 'made-to-measure', widthMm: 300, depthMm: 600, count: 1 }]
    expect(amounts(priceOf({ customPlates, platePickup: 'bern' }))).toEqual([['made-to-measure:300x600', 1, 35_000]])
    expect(amounts(priceOf({ scales: { scale: 1 }, accessories: { book: 1 }, platePickup: 'bern' }))).toContainEqual([
      'shipping',
      1,
      1000,
    ])
    // nothing is picked up where nothing is made
    expect(priceOf({ mode: 'digital', nofSubscriptions: 1, platePickup: 'closed-since' }).total).toBe(18_000)
  })

  it('takes what is still offered for what it does not name, and leaves out what it has none of', () => {
    const sold = sampleShop()
    sold.products.controllers[0]!.hidden = true
    expect(amounts(priceOf({ nofControllers: 1 }, sold))[0]).toEqual(['transmitter-solar', 1, 50_000])
    expect(priceOf({ scales: { 'made-to-measure': 0, scale: 0 } }).lines).toEqual([])
  })

  it('describes each line', () => {
    const cart = { nofControllers: 1, nofSubscriptions: 2, scales: { scale: 1 }, accessories: { book: 1, cable: 1 } }
    const { lines, vat } = priceOf({ ...cart, promoCode: 'FIFTY' }, net)
    expect(lines.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      ...['controller transmitter', 'scale scale', 'accessory book', 'accessory cable', 'subscription two-years'],
      ...['extraDays extraDays', 'promo promo:810', 'promo promo:260', 'shipping shipping'],
      ...['vat vat:810', 'vat vat:260', 'rounding rounding'],
    ])
    // a line that is not a product has no VAT of its own unless it changes what is taxed
    expect(lines.filter(({ vatRate }) => vatRate === null).map(({ kind }) => kind)).toEqual([
      ...['extraDays', 'vat', 'vat', 'rounding'],
    ])
    expect(vat.map(({ rate }) => rate)).toEqual([810, 260])
  })

  it('lists VAT rates from the highest down, whatever is bought first', () => {
    const books = priceOf({ accessories: { book: 1, cable: 1 }, platePickup: null })
    expect(books.vat.map(({ rate }) => rate)).toEqual([810, 260])
  })

  it('is shipped at the price of its country, for free only if the shop has set an amount', () => {
    const abroad = sampleShop({
      shipping: [
        { country: 'de', price: 30 },
        { country: 'ch', price: 10, freeFrom: 1000 },
      ],
      deliveryCountries: ['ch', 'de'],
      platePickup: [
        { key: 'basel', name: 'Bienen Basel', city: 'Basel' },
        { key: 'bern', name: 'Bienen Bern', city: 'Bern' },
      ],
    })
    const shipping = (fields: Record<string, unknown>) =>
      amounts(priceOf(fields, abroad)).find(([key]) => key === 'shipping')?.[2]
    expect(shipping({ nofControllers: 9, address: { country: 'de' } })).toBe(3000)
    expect(shipping({ nofControllers: 1, address: { country: 'ch' } })).toBe(1000)
    expect(shipping({ scales: { scale: 1 }, platePickup: 'bern' })).toBeUndefined()
  })

  it('has a line for a plate with its size, and none for a count of 0', () => {
    const made = { product: 'made-to-measure', widthMm: 300, depthMm: 600, count: 2 }
    const { lines } = priceOf({ customPlates: [made], scales: { scale: 0 }, accessories: { moon: 0 } })
    expect(lines[0]).toEqual({
      ...{ kind: 'scale', key: 'made-to-measure:300x600', product: 'made-to-measure', count: 2 },
      ...{ unitPrice: 35_000, amount: 70_000, vatRate: 810, plate: { widthMm: 300, depthMm: 600 } },
    })
    expect(lines.slice(1).map(({ kind }) => kind)).toEqual(['shipping'])
    const unknown = { ...made, product: 'moon' }
    expect(faultOf({ customPlates: [made, unknown] })).toMatchObject({ path: 'customPlates.1.product' })
  })

  it('without subscriptions needs no valid term', () => {
    expect(priceOf({ nofControllers: 1, subscriptionYears: 7 }).lines.map(({ kind }) => kind)).toEqual([
      ...['controller', 'shipping'],
    ])
    expect(faultOf({ controllers: { moon: 1 } })).toMatchObject({ path: 'controllers.moon' })
  })

  it('that is empty costs nothing', () => {
    expect(priceOf({})).toEqual({ lines: [], total: 0, rounding: 0, vat: [], pricesIncludeVat: true, extraDays: 0 })
  })

  it('distinguishes kinds of transmitters and sizes of plates', () => {
    const price = priceOf({
      nofControllers: 3,
      controllers: { 'transmitter-solar': 1 },
      customPlates: [
        { product: 'made-to-measure', widthMm: 300, depthMm: 600, count: 1 },
        { product: 'made-to-measure', widthMm: 300, depthMm: 600, count: 2 },
        { product: 'made-to-measure', widthMm: 800, depthMm: 200, count: 1 },
        { product: 'made-to-measure', widthMm: 1, depthMm: 1, count: 0 },
      ],
    })
    expect(amounts(price).slice(0, 4)).toEqual([
      ['transmitter', 2, 80_000],
      ['transmitter-solar', 1, 50_000],
      ['made-to-measure:300x600', 3, 105_000],
      ['made-to-measure:800x200', 1, 35_000],
    ])
  })

  it('adds the VAT at the end if prices exclude it, each rate on a line', () => {
    const price = priceOf({ nofControllers: 1, accessories: { book: 1 } }, net)
    expect(amounts(price)).toEqual([
      ['transmitter', 1, 40_000],
      ['book', 1, 5000],
      ['shipping', 1, 1000],
      // 410.00 × 8.1 %, 50.00 × 2.6 %
      ['vat:810', 1, 3321],
      ['vat:260', 1, 130],
      ['rounding', 1, -1],
    ])
    expect(price.total).toBe(49_450)
    expect(price.vat).toEqual([
      { rate: 810, amount: 3321, gross: 44_321 },
      { rate: 260, amount: 130, gross: 5130 },
    ])
  })

  it.each([
    ['2023-12-31T22:59:59Z', 770],
    ['2023-12-31T23:00:00Z', 810],
    ['2017-01-01T00:00:00Z', 770],
  ])('ordered at %s has the VAT of that Swiss day', (time, rate) => {
    const price = priceOf({ mode: 'digital', nofSubscriptions: 1 }, shop, { now: Date.parse(time) })
    expect(price.vat.map((share) => share.rate)).toEqual([rate])
  })
})

describe('a promo code', () => {
  const books = { accessories: { book: 2 }, nofControllers: 1 }
  it.each([
    ['percent of everything but shipping', 'TEN', { scales: { scale: 1 } }, [['promo', -3000]]],
    ['typed in small letters with spaces', '  ten ', { scales: { scale: 1 } }, [['promo', -3000]]],
    [
      'percent by VAT rate',
      'TEN',
      books,
      [
        ['promo:810', -4000],
        ['promo:260', -1000],
      ],
    ],
    [
      'an amount, split by what it lowers',
      'FIFTY',
      books,
      [
        ['promo:810', -4000],
        ['promo:260', -1000],
      ],
    ],
    ['an amount beyond the sum', 'FIFTY', { accessories: { cable: 1 } }, [['promo', -1999]]],
    ['percent of some products', 'BOOKS', books, [['promo', -2000]]],
    ['an amount from its minimum on', 'BIG', { controllers: { 'transmitter-solar': 1 } }, [['promo', -10_000]]],
    ['half, in its month', 'MAY', { accessories: { cable: 1 } }, [['promo', -1000]]],
  ])('takes off %s', (_, promoCode, fields, expected) => {
    const { lines } = priceOf({ ...fields, promoCode })
    expect(lines.filter(({ kind }) => kind === 'promo').map(({ key, amount }) => [key, amount])).toEqual(expected)
  })

  it.each([
    ['nobody made', 'NONE', {}, 'promo_code_invalid', NOW],
    ['of last month', 'MAY', {}, 'promo_code_invalid', Date.parse('2026-05-31T22:00:00Z')],
    ['of next month', 'MAY', {}, 'promo_code_invalid', Date.parse('2026-04-30T21:59:59Z')],
    ['for other products', 'BOOKS', { accessories: { cable: 1 } }, 'promo_code_not_for_cart', NOW],
    ['for larger carts', 'BIG', { nofControllers: 1 }, 'promo_code_minimum', NOW],
  ])('%s is refused', (_, promoCode, fields, code, now) => {
    expect(faultOf({ nofControllers: 1, ...fields, promoCode }, shop, now)).toMatchObject({ code, path: 'promoCode' })
  })

  it('for larger carts names the minimum in francs', () => {
    const fault = faultOf({ nofControllers: 1, promoCode: 'BIG' })
    expect(fault).toEqual({ code: 'promo_code_minimum', path: 'promoCode', values: { minimum: 500 } })
  })

  it('is found however the shop and the customer write it', () => {
    const sold = sampleShop({ promoCodes: [{ code: 'Spring-26', percent: 50 }] })
    expect(priceOf({ mode: 'digital', nofSubscriptions: 1, promoCode: ' sPRING-26 ' }, sold).total).toBe(9000)
  })

  it('is good from its first day on', () => {
    const first = { now: Date.parse('2026-04-30T22:00:00Z') }
    expect(priceOf({ mode: 'digital', nofSubscriptions: 1, promoCode: 'MAY' }, shop, first).total).toBe(9000)
  })

  it('is good on its last day until midnight in Switzerland', () => {
    const last = { now: Date.parse('2026-05-31T21:59:59Z') }
    expect(priceOf({ mode: 'digital', nofSubscriptions: 1, promoCode: 'MAY' }, shop, last).total).toBe(9000)
  })
})

describe('the quantity discount', () => {
  it.each([
    // each further subscription earns 30, then 60 days a year, at most 180 in total
    ['one', 1, 1, undefined, 0],
    ['two', 2, 1, undefined, 30],
    ['three', 3, 1, undefined, 90],
    ['three for two years', 3, 2, undefined, 180],
    ['nine', 9, 1, undefined, 180],
    ['one beside one that runs', 1, 1, { others: 1, grantedThisYear: 0 }, 30],
    ['one beside two that run', 1, 2, { others: 2, grantedThisYear: 0 }, 120],
    ['two where little of the year is left', 2, 1, { others: 2, grantedThisYear: 110 }, 70],
  ])('of %s gives days and takes nothing off', (_, nofSubscriptions, subscriptionYears, running, days) => {
    const cart = { mode: 'digital', nofSubscriptions, subscriptionYears, subscriptionControllerId: 5 }
    const price = priceOf(cart, shop, running ? { running } : {})
    expect(price.extraDays).toBe(days)
    expect(price.total).toBe(nofSubscriptions * (subscriptionYears === 1 ? 10_000 : 18_000))
    expect(price.lines.filter(({ kind }) => kind === 'extraDays').map(({ count }) => count)).toEqual(days ? [days] : [])
  })

  it.each([
    // codes may renew what runs already: then that one is not beside itself
    ['one code of an owner of one', { nofSubscriptions: 1 }, 1, 0],
    ['one code of an owner of two', { nofSubscriptions: 1 }, 2, 30],
    ['two codes of an owner of two', { nofSubscriptions: 2 }, 2, 60],
    ['two codes of an owner of one: the second is for another one', { nofSubscriptions: 2 }, 1, 30],
    ['three codes of somebody without a transmitter', { nofSubscriptions: 3 }, 0, 90],
    // a new transmitter is one more
    ['a new transmitter of an owner of one', { nofControllers: 1, nofSubscriptions: 1 }, 1, 30],
    ['a new one of its kind', { controllers: { 'transmitter-solar': 1 }, nofSubscriptions: 1 }, 1, 30],
    ['two new ones of an owner of one', { nofControllers: 2, nofSubscriptions: 2 }, 1, 90],
    ['a new one and a renewal of an owner of one', { nofControllers: 1, nofSubscriptions: 2 }, 1, 60],
    ['a named one and a renewal', { subscriptionControllerId: 5, nofSubscriptions: 2 }, 1, 60],
  ])('of %s is no more than what they get', (_, fields, others, days) => {
    const mode = 'controllers' in fields || 'nofControllers' in fields ? 'hardware+digital' : 'digital'
    const cart = { mode, subscriptionYears: 1, ...fields }
    expect(priceOf(cart, shop, { running: { others, grantedThisYear: 0 } }).extraDays).toBe(days)
  })
})

describe('a cart without a price', () => {
  const plate = { product: 'made-to-measure', widthMm: 300, depthMm: 200, count: 1 }
  it.each([
    ['an unknown accessory', { accessories: { bee: 1 } }, 'product_unknown', 'accessories.bee'],
    ['one that is no longer sold', { accessories: { old: 1 } }, 'product_unknown', 'accessories.old'],
    ['a scale as an accessory', { accessories: { scale: 1 } }, 'product_unknown', 'accessories.scale'],
    ['a key of every object', { scales: { toString: 1 } }, 'product_unknown', 'scales.toString'],
    ['a term there is not', { nofSubscriptions: 1, subscriptionYears: 7 }, 'product_unknown', 'subscriptionYears'],
    ['a narrow plate', { customPlates: [{ ...plate, widthMm: 299 }] }, 'plate_size_wrong', 'customPlates.0.widthMm'],
    ['a deep plate', { customPlates: [{ ...plate, depthMm: 601 }] }, 'plate_size_wrong', 'customPlates.0.depthMm'],
    [
      'a size for a plate of one size',
      { customPlates: [{ ...plate, product: 'scale' }] },
      'plate_size_wrong',
      'customPlates.0.widthMm',
    ],
    ['no size for one to measure', { scales: { 'made-to-measure': 1 } }, 'plate_size_wrong', 'scales.made-to-measure'],
    [
      'things for Germany',
      { nofControllers: 1, address: { country: 'de' } },
      'delivery_country_unsupported',
      'address.country',
    ],
    [
      'a bill to Norway',
      { mode: 'digital', nofSubscriptions: 1, address: { country: 'no' } },
      'billing_country_unsupported',
      'address.country',
    ],
    ['plates fetched where nobody is', { scales: { scale: 1 }, platePickup: 'basel' }, 'pickup_unknown', 'platePickup'],
  ])('has %s', (_, fields, code, path) => {
    expect(faultOf(fields)).toMatchObject({ code, path })
  })

  it('bills subscriptions abroad', () => {
    expect(priceOf({ mode: 'digital', nofSubscriptions: 1, address: { country: 'de' } }).total).toBe(18_000)
  })

  it('has a term that is no longer sold', () => {
    const sold = sampleShop()
    sold.products.subscriptions[1]!.hidden = true
    const fault = faultOf({ mode: 'digital', nofSubscriptions: 1, subscriptionYears: 2 }, sold)
    expect(fault).toEqual({ code: 'product_unknown', path: 'subscriptionYears' })
  })

  it('says between which sizes a plate can be made', () => {
    const fault = faultOf({ customPlates: [{ ...plate, widthMm: 299 }] })
    expect(fault).toMatchObject({ values: { from: 300, to: 800 } })
  })

  it('is every cart of a shop that is closed', () => {
    const fault = faultOf({}, sampleShop({ enabled: false }))
    expect(fault).toEqual({ code: 'shop_unavailable', path: '' })
  })

  it('is not the result of a fault in the shop’s own configuration', () => {
    const { accessories, ...others } = shop.products
    const untaxed = {
      ...shop,
      products: { ...others, accessories: accessories.map((one) => ({ ...one, vat: 'moon' })) },
    }
    expect(() => priceOf({ accessories: { cable: 1 } }, untaxed)).toThrow('no VAT rate moon')
  })
})

describe('laws of every price', () => {
  const count = fc.nat(100)
  const cart = fc.record({
    mode: fc.constantFrom('digital', 'hardware+digital'),
    nofControllers: count,
    nofSubscriptions: count,
    subscriptionYears: fc.constantFrom(1, 2),
    controllers: fc.record({ 'transmitter-solar': count }, { requiredKeys: [] }),
    scales: fc.record({ scale: count }, { requiredKeys: [] }),
    accessories: fc.record({ book: count, cable: count }, { requiredKeys: [] }),
    platePickup: fc.constantFrom(null, 'bern'),
    promoCode: fc.constantFrom('', 'TEN', 'FIFTY', 'MAY', 'BOOKS', 'BIG'),
  })
  const francs = fc.integer({ min: 0, max: 100_000 }).map((rappen) => rappen / 100)
  const config = fc
    .record({ pricesIncludeVat: fc.boolean(), book: francs, cable: francs, shipping: francs, percent: fc.nat(10_000) })
    .map(({ pricesIncludeVat, book, cable, shipping, percent }) => {
      const made = sampleShop({ pricesIncludeVat, shipping: [{ country: 'ch', price: shipping, freeFrom: 1000 }] })
      made.products.accessories[0]!.price = Math.round(book * 100)
      made.products.accessories[1]!.price = Math.round(cable * 100)
      made.promoCodes[0]!.percent = percent
      return made
    })

  it('the total is the sum of the lines, payable in coins, never negative, and includes the VAT', () => {
    let priced = 0
    fc.assert(
      fc.property(config, cart, (shopOf, fields) => {
        const answer = priceCart(shopOf, sampleCart(fields), { now: NOW })
        if ('fault' in answer) return
        priced++
        const { lines, total, rounding, vat, pricesIncludeVat } = answer.price
        const sum = lines.reduce((so, { amount }) => so + amount, 0)
        expect(sum).toBe(total)
        expect(total >= 0 && total % 5 === 0).toBe(true)
        expect(Math.abs(rounding)).toBeLessThanOrEqual(2)
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
        for (const { count: times, unitPrice, amount } of lines) expect(times * unitPrice).toBe(amount)
        expect(vat.reduce((so, { gross }) => so + gross, 0)).toBe(total - rounding)
        for (const { rate, amount, gross } of vat) {
          expect(Math.abs((gross * rate) / (10_000 + rate) - amount)).toBeLessThan(1)
          const before = lines.filter(({ vatRate }) => vatRate === rate).reduce((so, line) => so + line.amount, 0)
          expect(before).toBe(pricesIncludeVat ? gross : gross - amount)
        }
      }),
    )
    expect(priced).toBeGreaterThan(20)
  })

  it('more of anything never costs less, without discounts', () => {
    fc.assert(
      fc.property(cart, fc.constantFrom('book', 'cable'), (fields, key) => {
        const plain = { ...fields, mode: 'hardware+digital', promoCode: '' }
        const config = sampleShop({ shipping: [{ country: 'ch', price: 10 }] })
        const times = plain.accessories[key as 'book'] ?? 0
        const more = { ...plain, accessories: { ...plain.accessories, [key]: Math.min(100, times + 1) } }
        expect(priceOf(more, config).total).toBeGreaterThanOrEqual(priceOf(plain, config).total)
      }),
    )
  })

  it('a manual discount leaves the VAT of what is paid', () => {
    fc.assert(
      fc.property(config, cart, fc.nat(2_000_000), (shopOf, fields, discount) => {
        const answer = priceCart(shopOf, sampleCart(fields), { now: NOW })
        if ('fault' in answer) return
        const { vat } = answer.price
        const whole = vat.reduce((so, { gross }) => so + gross, 0)
        const left = vatAfterDiscount(vat, discount)
        expect(left.reduce((so, { gross }) => so + gross, 0)).toBe(Math.max(0, whole - discount))
        for (const { rate, amount, gross } of left) {
          expect(gross >= 0 && amount >= 0).toBe(true)
          expect(Math.abs((gross * rate) / (10_000 + rate) - amount)).toBeLessThanOrEqual(0.5)
        }
      }),
    )
  })
})
