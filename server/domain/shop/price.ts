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
 * One line of a bill. Money in Rappen, discounts negative; `vatRate` in hundredths of a percent, null without VAT. `key` is unique within
 * its bill, `product` is the key of a product. Extra days have the number of days as their `count` and cost nothing.
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

/** `rate` in hundredths of a percent; `amount` is the VAT and `gross` what is paid including it, in Rappen. */
export const VatShare = v.object({ rate: v.number(), amount: v.number(), gross: v.number() })
export type VatShare = v.InferOutput<typeof VatShare>

/**
 * A whole bill: the lines add up to `total`, which includes the VAT of all rates. `rounding` is the line that makes it payable in coins, 0
 * if there is none. `extraDays`: the total number of days that the subscriptions are extended by.
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

/** A line with its label in the customer's language. */
export const LabeledLine = v.object({ ...PriceLine.entries, label: v.string() })
export type LabeledLine = v.InferOutput<typeof LabeledLine>

/** A bill as it is shown, and as it is stored with an order. */
export const LabeledPrice = v.object({
  ...Price.entries,
  lines: v.array(LabeledLine),
  currency: v.literal('chf'),
  configVersion: v.number(),
})
export type LabeledPrice = v.InferOutput<typeof LabeledPrice>

/** Why a cart has no price: a code from the error catalog, the position in the cart, and the values for the text. */
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
