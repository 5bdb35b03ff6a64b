import * as v from 'valibot'
import { Cart } from '#domain/shop/cart.ts'
import { ShopConfig } from '#domain/shop/shop-config.ts'

const texts = (word: string) => ({ de: word, en: word, fr: word, es: word })
const product = (key: string, price: number, more: object = {}) => ({ key, name: texts(key), price, ...more })

/** A small shop with two VAT rates and round prices; `changes` in francs and percent, as in the YAML. */
export function sampleShop(changes: Record<string, unknown> = {}): ShopConfig {
  return v.parse(ShopConfig, {
    pricesIncludeVat: true,
    vat: {
      standard: [
        { from: '2018-01-01', percent: 7.7 },
        { from: '2024-01-01', percent: 8.1 },
      ],
      reduced: [{ from: '2024-01-01', percent: 2.6 }],
    },
    products: {
      controllers: [product('transmitter', 400), product('transmitter-solar', 500)],
      scales: [
        product('scale', 300, { plate: { widthMm: 400, depthMm: 600 } }),
        product('made-to-measure', 350, {
          customPlate: {
            widthMm: { from: 300, to: 800 },
            depthMm: { from: 200, to: 600 },
            leadTimeWeeks: { from: 3, to: 4 },
          },
        }),
      ],
      accessories: [
        product('book', 50, { vat: 'reduced' }),
        product('cable', 19.99),
        product('old', 1, { hidden: true }),
      ],
      subscriptions: [product('one-year', 100, { years: 1 }), product('two-years', 180, { years: 2 })],
    },
    shipping: [{ country: 'ch', price: 10, freeFrom: 1000 }],
    deliveryCountries: ['ch'],
    billingCountries: ['ch', 'de'],
    paymentMethods: ['card'],
    quantityDiscount: { secondTransmitterDays: 30, furtherTransmitterDays: 60, maximumDaysPerYear: 180 },
    promoCodes: [
      { code: 'TEN', percent: 10 },
      { code: 'FIFTY', amount: 50 },
      { code: 'BOOKS', percent: 20, products: ['book'] },
      { code: 'BIG', amount: 100, minimum: 500 },
      { code: 'MAY', percent: 50, validFrom: '2026-05-01', validUntil: '2026-05-31' },
    ],
    platePickup: [{ key: 'bern', name: 'Bienen Bern', city: 'Bern' }],
    creditor: {
      name: 'Shop',
      street: 'Weg',
      zip: '3000',
      city: 'Bern',
      country: 'ch',
      iban: 'CH93 0076 2011 6238 5295 7',
    },
    mail: { contact: 'shop@example.org' },
    ...changes,
  })
}

/** A cart with goods shipped to a Swiss address unless `fields` say otherwise. */
export const sampleCart = (fields: Record<string, unknown>): Cart =>
  v.parse(Cart, { mode: 'hardware+digital', ...fields })
