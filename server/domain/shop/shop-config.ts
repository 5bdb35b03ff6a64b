import * as v from 'valibot'
import { countries } from '../platform/country.ts'
import { emailAddress } from '../platform/email-address.ts'
import { Locale } from '../platform/locale-schema.ts'
import { PaymentMethod } from './cart.ts'
import { QuantityDiscount } from './quantity-discount.ts'
import { IsoDay, Key, Percent, Price, Texts, VatRate } from './shop-config-value.ts'

/** All payment methods; a shop accepts some of them. */
export const paymentMethods = PaymentMethod.options

/** Countries for shipping and billing. */
export const ShopCountry = v.picklist(countries)
const Email = v.pipe(v.string(), emailAddress(), v.maxLength(254))
const Line = (maximum: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maximum))
const Note = v.optional(v.pipe(v.string(), v.maxLength(2000)))
const Millimeters = v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(3000))
const Weeks = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(52))
const Range = <Of extends v.GenericSchema<number, number>>(of: Of) => v.strictObject({ from: of, to: of })

export const ProductName = Texts(80)
export const ProductDescription = Texts(600)

/** The common fields of all products. `price`: Rappen; `hidden`: not offered, but orders that include it stay as they are. */
const product = {
  key: Key,
  name: ProductName,
  description: v.optional(ProductDescription),
  price: Price,
  vat: v.optional(Key, 'standard'),
  hidden: v.optional(v.boolean(), false),
  /** For those who run the shop; never shown to customers. */
  note: Note,
}

export const ShopProduct = v.strictObject(product)
export type ShopProduct = v.InferOutput<typeof ShopProduct>

/** The available drawings of accessories; the first is the default. */
export const accessoryPictures = [
  'parcel',
  'antenna',
  'battery',
  'book',
  'cable',
  'plate',
  'sensor',
  'solar-panel',
  'strap',
] as const
export type AccessoryPicture = (typeof accessoryPictures)[number]

export const AccessoryProduct = v.strictObject({ ...product, picture: v.optional(v.picklist(accessoryPictures)) })
export type AccessoryProduct = v.InferOutput<typeof AccessoryProduct>

/** A scale has a plate of a fixed size, or one made to measure within a range. */
export const ScaleProduct = v.strictObject({
  ...product,
  plate: v.optional(v.strictObject({ widthMm: Millimeters, depthMm: Millimeters })),
  customPlate: v.optional(
    v.strictObject({ widthMm: Range(Millimeters), depthMm: Range(Millimeters), leadTimeWeeks: Range(Weeks) }),
  ),
})
export type ScaleProduct = v.InferOutput<typeof ScaleProduct>

/** `price`: for one transmitter and the whole term. */
export const SubscriptionProduct = v.strictObject({
  ...product,
  years: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
})
export type SubscriptionProduct = v.InferOutput<typeof SubscriptionProduct>

/** Takes `percent` or `amount` (Rappen) off the named products, by default off everything but shipping; days are in Swiss time. */
export const PromoCode = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{3,30}$/, 'promo_code_format')),
  percent: v.optional(Percent),
  amount: v.optional(Price),
  validFrom: v.optional(IsoDay),
  /** The last day on which it is valid. */
  validUntil: v.optional(IsoDay),
  /** The minimum sum of the products it applies to, in Rappen. */
  minimum: v.optional(Price, 0),
  products: v.optional(v.pipe(v.array(Key), v.nonEmpty())),
  note: Note,
})
export type PromoCode = v.InferOutput<typeof PromoCode>

/** Where plates can be picked up instead of being shipped. */
export const PlatePickup = v.strictObject({
  key: Key,
  name: Line(80),
  street: v.optional(Line(70)),
  zip: v.optional(Line(16)),
  city: Line(35),
  hint: v.optional(Texts(300)),
})
export type PlatePickup = v.InferOutput<typeof PlatePickup>

/** The person who makes and ships what was ordered, notified in their language. */
export const Commissioner = v.strictObject({ name: Line(80), email: Email, language: Locale })
export type Commissioner = v.InferOutput<typeof Commissioner>

/** The recipient of payments; lengths as on the QR-bill. */
export const Creditor = v.strictObject({
  name: Line(70),
  street: Line(70),
  number: v.optional(Line(16)),
  zip: Line(16),
  city: Line(35),
  country: ShopCountry,
  iban: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/\s/g, '').toUpperCase()),
    v.regex(/^(CH|LI)\d{7}[0-9A-Z]{12}$/, 'iban'),
    v.check(hasIbanCheckDigits, 'iban'),
  ),
  vatNumber: v.optional(Line(40)),
})
export type Creditor = v.InferOutput<typeof Creditor>

/** ISO 7064 modulo 97-10 over the IBAN with its first four characters moved to the end: the remainder is 1. */
function hasIbanCheckDigits(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4)
  return [...turned].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0) === 1
}

export const ShopProducts = v.strictObject({
  controllers: v.pipe(v.array(ShopProduct), v.nonEmpty()),
  scales: v.array(ScaleProduct),
  accessories: v.optional(v.array(AccessoryProduct), []),
  subscriptions: v.pipe(v.array(SubscriptionProduct), v.nonEmpty()),
})

export const ShippingRate = v.strictObject({
  country: ShopCountry,
  price: Price,
  freeFrom: v.optional(Price),
  vat: v.optional(Key, 'standard'),
})

/** The rates of each category; each applies from its day until the next one begins. */
export const ShopVat = v.record(Key, v.pipe(v.array(VatRate), v.nonEmpty()))
export const ShopDiscount = v.strictObject(QuantityDiscount.entries)
export const ShopTerms = Texts(300, v.pipe(v.string(), v.url()))

export const ShopMail = v.strictObject({
  sender: v.optional(Email),
  senderName: v.optional(Line(80)),
  contact: Email,
  phone: v.optional(Line(30)),
})

/**
 * The shop's offer and terms. In the YAML, prices are francs with at most two decimals and VAT rates are percent; once parsed, prices are
 * Rappen and rates hundredths of a percent (810 is 8.1 %).
 */
export const ShopConfig = v.strictObject({
  enabled: v.optional(v.boolean(), true),
  currency: v.optional(v.literal('chf'), 'chf'),
  /** Whether prices include VAT; otherwise it is added. */
  pricesIncludeVat: v.boolean(),
  vat: ShopVat,
  products: ShopProducts,
  /** By country of delivery; free if the products come to `freeFrom` Rappen after all discounts. */
  shipping: v.pipe(v.array(ShippingRate), v.nonEmpty()),
  deliveryCountries: v.pipe(v.array(ShopCountry), v.nonEmpty()),
  billingCountries: v.pipe(v.array(ShopCountry), v.nonEmpty()),
  paymentMethods: v.pipe(v.array(PaymentMethod), v.nonEmpty()),
  /** Within how many days a bill is due. */
  paymentDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365)), 30),
  quantityDiscount: ShopDiscount,
  promoCodes: v.optional(v.array(PromoCode), []),
  platePickup: v.optional(v.array(PlatePickup), []),
  commissioners: v.optional(v.array(Commissioner), []),
  creditor: Creditor,
  /** The sender of mails about orders (otherwise MAIL_FROM), and the customers' contact. */
  mail: ShopMail,
  /** Where the terms of sale can be read. */
  terms: v.optional(ShopTerms),
  note: Note,
})
export type ShopConfig = v.InferOutput<typeof ShopConfig>

/**
 * The public part of the configuration: without hidden products and what only those who run the shop need. The payment methods are those
 * currently available.
 */
export const PublicShopConfig = v.strictObject({
  ...v.omit(ShopConfig, ['promoCodes', 'commissioners', 'creditor', 'note']).entries,
  /** No `subscriptions` where those are switched off. */
  products: v.strictObject({ ...ShopProducts.entries, subscriptions: v.array(SubscriptionProduct) }),
  paymentMethods: v.array(PaymentMethod),
})
export type PublicShopConfig = v.InferOutput<typeof PublicShopConfig>
