import type { ValidateReply } from '#domain/shop/price.ts'

export type PricedItem = ValidateReply['items'][number]
/** Unit prices in Rappen by the key of their line, as the customer last saw them. */
export type SeenPrices = Readonly<Record<string, number>>
export type PriceChange = { key: string; label: string; before: number; after: number }

const goods = new Set<PricedItem['kind']>(['controller', 'scale', 'accessory', 'subscription'])

/** What costs something else now than when the customer last saw it. Lines that follow from the cart are left out. */
export const priceChanges = (seen: SeenPrices, items: readonly PricedItem[]): PriceChange[] =>
  items.flatMap(({ kind, key, label, unitPrice }) => {
    const before = seen[key]
    return !goods.has(kind) || before === undefined || before === unitPrice
      ? []
      : [{ key, label, before, after: unitPrice }]
  })

/** With the prices that the customer sees for the first time; those seen before stay until the new ones are accepted. */
export const seeNewPrices = (seen: SeenPrices, items: readonly PricedItem[]): SeenPrices => ({
  ...pricesOf(items),
  ...seen,
})

/** With the present prices instead of those seen before. */
export const acceptPrices = (seen: SeenPrices, items: readonly PricedItem[]): SeenPrices => ({
  ...seen,
  ...pricesOf(items),
})

const pricesOf = (items: readonly PricedItem[]): SeenPrices =>
  Object.fromEntries(items.filter(({ kind }) => goods.has(kind)).map(({ key, unitPrice }) => [key, unitPrice]))
