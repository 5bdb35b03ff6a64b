import type { ValidateReply } from '#domain/shop/price.ts'

export type PricedItem = ValidateReply['items'][number]
/** Unit prices in Rappen by line key, as the customer last saw them. */
export type SeenPrices = Readonly<Record<string, number>>
export type PriceChange = { key: string; label: string; before: number; after: number }

const goods = new Set<PricedItem['kind']>(['controller', 'scale', 'accessory', 'subscription'])

/** Returns the goods whose price differs from the one the customer last saw. Lines derived from the cart are left out. */
export const priceChanges = (seen: SeenPrices, items: readonly PricedItem[]): PriceChange[] =>
  items.flatMap(({ kind, key, label, unitPrice }) => {
    const before = seen[key]
    return !goods.has(kind) || before === undefined || before === unitPrice
      ? []
      : [{ key, label, before, after: unitPrice }]
  })

/** Adds the prices the customer sees for the first time; those already seen stay until the new ones are accepted. */
export const seeNewPrices = (seen: SeenPrices, items: readonly PricedItem[]): SeenPrices => ({
  ...pricesOf(items),
  ...seen,
})

/** Replaces the prices already seen with the current ones. */
export const acceptPrices = (seen: SeenPrices, items: readonly PricedItem[]): SeenPrices => ({
  ...seen,
  ...pricesOf(items),
})

const pricesOf = (items: readonly PricedItem[]): SeenPrices =>
  Object.fromEntries(items.filter(({ kind }) => goods.has(kind)).map(({ key, unitPrice }) => [key, unitPrice]))
