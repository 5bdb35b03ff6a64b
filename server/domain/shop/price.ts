import * as v from 'valibot'

export const priceLineKinds = [
  'controller',
  'scale',
  'accessory',
  'subscription',
  'extraDays',
  'promo',
  'shipping',
  'vat',
  'rounding',
] as const
export const PriceLineKind = v.picklist(priceLineKinds)
export type PriceLineKind = v.InferOutput<typeof PriceLineKind>

/**
 * One line of a bill. Money in Rappen, a discount below 0; `vatRate` in hundredths of a percent, null where no VAT is due.
 * `key` is unique within its bill, `product` the key of a product. Extra days have days as their `count` and cost nothing.
 */
export const PriceLine = v.object({
  kind: PriceLineKind,
  key: v.string(),
  product: v.nullable(v.string()),
  count: v.number(),
  unitPrice: v.number(),
  amount: v.number(),
  vatRate: v.nullable(v.number()),
  plate: v.optional(v.object({ widthMm: v.number(), depthMm: v.number() })),
})
export type PriceLine = v.InferOutput<typeof PriceLine>

/** `rate` in hundredths of a percent; `amount` and `gross`, what is paid with the VAT in it, in Rappen. */
export const VatShare = v.object({ rate: v.number(), amount: v.number(), gross: v.number() })
export type VatShare = v.InferOutput<typeof VatShare>

/**
 * A whole bill: the lines sum up to `total`, and the VAT of all rates is what is in it. `rounding` is the line that makes
 * it payable in coins, 0 without one. `extraDays`: days that the subscriptions together run longer.
 */
export const Price = v.object({
  lines: v.array(PriceLine),
  total: v.number(),
  rounding: v.number(),
  vat: v.array(VatShare),
  pricesIncludeVat: v.boolean(),
  extraDays: v.number(),
})
export type Price = v.InferOutput<typeof Price>

/** A line with what it is called in the language of the customer. */
export const LabeledLine = v.object({ ...PriceLine.entries, label: v.string() })
export type LabeledLine = v.InferOutput<typeof LabeledLine>

/** A bill as it is shown, and kept with an order as it was then. */
export const LabeledPrice = v.object({
  ...Price.entries,
  lines: v.array(LabeledLine),
  currency: v.literal('chf'),
  configVersion: v.number(),
})
export type LabeledPrice = v.InferOutput<typeof LabeledPrice>

/** Why a cart has no price: a code of the error catalogue, the place in the cart, and what the text names. */
export type PriceFault = {
  code:
    | 'billing_country_unsupported'
    | 'delivery_country_unsupported'
    | 'pickup_unknown'
    | 'plate_size_wrong'
    | 'product_unknown'
    | 'promo_code_invalid'
    | 'promo_code_minimum'
    | 'promo_code_not_for_cart'
    | 'shop_unavailable'
  path: string
  values?: Record<string, number>
}

/** The answer of `POST shop/validate`: money in Rappen, VAT rates in percent. */
export const ValidateReply = v.object({
  total: v.number(),
  items: v.array(v.omit(LabeledLine, ['product', 'vatRate', 'plate'])),
  vat: v.array(v.object({ rate: v.number(), amount: v.number() })),
  currency: v.literal('chf'),
  configVersion: v.number(),
})
export type ValidateReply = v.InferOutput<typeof ValidateReply>
