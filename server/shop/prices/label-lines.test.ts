import { describe, expect, it } from 'vitest'
import { sampleCart, sampleShop } from '../../../tests/support/samples/shop-samples.ts'
import { priceCart } from '../../domain/shop/price-cart.ts'
import { labelLines } from './label-lines.ts'

const now = Date.parse('2026-05-10T10:00:00Z')

function labels(fields: Record<string, unknown>, changes: Record<string, unknown> = {}, promoCode = '') {
  const shop = sampleShop(changes)
  const priced = priceCart(shop, sampleCart({ ...fields, promoCode }), { now })
  if ('fault' in priced) throw new Error(JSON.stringify(priced.fault))
  return labelLines(shop, priced.price.lines, { promoCode, locale: 'en' }).map(({ label }) => label)
}

describe('a line of a bill is labeled with', () => {
  it('the name of the product, with the size of a plate that is made to measure', () => {
    const made = { product: 'made-to-measure', widthMm: 450, depthMm: 520, count: 1 }
    const [transmitter, scale, plate] = labels({ nofControllers: 1, scales: { scale: 1 }, customPlates: [made] })
    expect([transmitter, scale]).toEqual(['transmitter', 'scale'])
    expect(plate).toMatch(/made-to-measure.*450.*520/)
  })

  it('shipping, or free shipping', () => {
    expect(labels({ scales: { scale: 1 } }).at(-1)).toBe('Shipping')
    expect(labels({ scales: { scale: 4 } }).at(-1)).toBe('Shipping, free')
  })

  it('the promo code as the shop writes it, with its percentage', () => {
    expect(labels({ scales: { scale: 1 } }, {}, ' ten ')[1]).toBe('Promo code TEN, 10%')
    expect(labels({ scales: { scale: 1 } }, {}, 'fifty')[1]).toBe('Promo code FIFTY')
  })

  it('the VAT with its rate where prices are without it, and what rounds the sum', () => {
    const net = labels({ accessories: { cable: 1, book: 1 } }, { pricesIncludeVat: false })
    expect(net.slice(-3)).toEqual(['VAT 8.1%', 'VAT 2.6%', expect.stringMatching(/^Rounding/)])
  })

  it('how many days a subscription runs longer', () => {
    expect(labels({ mode: 'digital', nofSubscriptions: 2, subscriptionYears: 1 })[1]).toMatch(/30/)
  })

  it('only the kind of line if the product no longer exists', () => {
    const shop = sampleShop()
    const line = {
      kind: 'promo',
      key: 'promo',
      product: null,
      count: 1,
      unitPrice: -1,
      amount: -1,
      vatRate: 810,
    } as const
    const gone = labelLines(shop, [line], { promoCode: ' gone ', locale: 'en' })
    expect(gone).toEqual([{ ...line, label: 'Promo code GONE' }])
  })
})
