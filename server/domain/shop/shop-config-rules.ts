import type { ShopConfig } from './shop-config.ts'

/** A fault in the configuration: its position, its kind (`shop-config.fault.<code>`), and the values for its text. */
export type ConfigFault = {
  path: (string | number)[]
  code: string
  values?: Record<string, string | number>
}

/** Checks what a schema cannot: duplicate keys, references to things that do not exist, overlapping days. `today`: a Swiss day. */
export function checkShopRules(config: ShopConfig, today: string): ConfigFault[] {
  return [
    ...keyFaults(config),
    ...vatFaults(config, today),
    ...productFaults(config),
    ...promoFaults(config),
    ...countryFaults(config),
  ]
}

const shelves = ['controllers', 'scales', 'accessories', 'subscriptions'] as const

/** All products with their positions. */
const productsOf = ({ products }: ShopConfig) =>
  shelves.flatMap((shelf) =>
    products[shelf].map((product, index) => ({
      shelf,
      product,
      path: ['products', shelf, index] as (string | number)[],
    })),
  )

/** Returns every repetition of a name after its first occurrence. */
function twice<Item>(items: readonly Item[], nameOf: (item: Item) => string): { item: Item; name: string }[] {
  const seen = new Set<string>()
  return items.flatMap((item) => {
    const name = nameOf(item)
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ item, name }]
  })
}

function keyFaults(config: ShopConfig): ConfigFault[] {
  const indexed = <Item>(items: readonly Item[]) => items.map((item, index) => ({ item, index }))
  const fault = (path: (string | number)[], key: string): ConfigFault => ({
    path,
    code: 'named_twice',
    values: { key },
  })
  const years = config.products.subscriptions
    .map(({ years, hidden }, index) => ({ years, hidden, index }))
    .filter(({ hidden }) => !hidden)
  return [
    ...twice(productsOf(config), ({ product }) => product.key).map(({ item, name }) =>
      fault([...item.path, 'key'], name),
    ),
    ...twice(indexed(config.promoCodes), ({ item }) => item.code.toUpperCase()).map(({ item, name }) =>
      fault(['promoCodes', item.index, 'code'], name),
    ),
    ...twice(indexed(config.platePickup), ({ item }) => item.key).map(({ item, name }) =>
      fault(['platePickup', item.index, 'key'], name),
    ),
    ...twice(indexed(config.shipping), ({ item }) => item.country).map(({ item, name }) =>
      fault(['shipping', item.index, 'country'], name),
    ),
    ...twice(years, (term) => String(term.years)).map(({ item, name }) => ({
      path: ['products', 'subscriptions', item.index, 'years'],
      code: 'years_twice',
      values: { years: Number(name) },
    })),
  ]
}

function vatFaults(config: ShopConfig, today: string): ConfigFault[] {
  const rates = Object.entries(config.vat).flatMap(([category, list]) =>
    list.flatMap(({ from }, index): ConfigFault[] => {
      const path = ['vat', category, index, 'from']
      const before = list[index - 1]
      if (before && from <= before.from) return [{ path, code: 'vat_overlap', values: { day: before.from } }]
      return index === 0 && from > today ? [{ path, code: 'vat_later' }] : []
    }),
  )
  const named = [
    ...productsOf(config).map(({ product, path }) => ({ vat: product.vat, path })),
    ...config.shipping.map(({ vat }, index) => ({ vat, path: ['shipping', index] })),
  ]
  const unknown = named.filter(({ vat }) => !Object.hasOwn(config.vat, vat))
  return [
    ...rates,
    ...unknown.map(({ vat, path }) => ({ path: [...path, 'vat'], code: 'vat_unknown', values: { key: vat } })),
  ]
}

function productFaults(config: ShopConfig): ConfigFault[] {
  const faults: ConfigFault[] = config.products.scales.flatMap(({ plate, customPlate }, index) => {
    const path = ['products', 'scales', index]
    if (!plate === !customPlate) return [{ path, code: 'plate_kind' }]
    return (['widthMm', 'depthMm', 'leadTimeWeeks'] as const)
      .filter((name) => customPlate && customPlate[name].from > customPlate[name].to)
      .map((name) => ({ path: [...path, 'customPlate', name], code: 'range' }))
  })
  for (const shelf of ['controllers', 'subscriptions'] as const) {
    const isOffered = config.products[shelf].some(({ hidden }) => !hidden)
    if (!isOffered) faults.push({ path: ['products', shelf], code: 'nothing_offered' })
  }
  return faults
}

function promoFaults(config: ShopConfig): ConfigFault[] {
  const keys = new Set(productsOf(config).map(({ product }) => product.key))
  return config.promoCodes.flatMap(({ percent, amount, validFrom, validUntil, products = [] }, index) => {
    const path = ['promoCodes', index]
    const faults: ConfigFault[] = []
    if ((percent === undefined) === (amount === undefined)) faults.push({ path, code: 'promo_kind' })
    if (validFrom && validUntil && validFrom > validUntil) {
      faults.push({ path: [...path, 'validUntil'], code: 'promo_days' })
    }
    const unknown = products.flatMap((key, place) => (keys.has(key) ? [] : [{ key, place }]))
    return [
      ...faults,
      ...unknown.map(({ key, place }) => ({
        path: [...path, 'products', place],
        code: 'promo_product',
        values: { key },
      })),
    ]
  })
}

function countryFaults({ deliveryCountries, billingCountries, shipping }: ShopConfig): ConfigFault[] {
  return deliveryCountries.flatMap((country, index) => {
    const path = ['deliveryCountries', index]
    const faults: ConfigFault[] = []
    if (!shipping.some((one) => one.country === country)) {
      faults.push({ path, code: 'shipping_missing', values: { key: country } })
    }
    if (!billingCountries.includes(country)) faults.push({ path, code: 'not_billed', values: { key: country } })
    return faults
  })
}
