import { type Cart, settledCart, transmitterCounts } from './cart.ts'
import type { PriceFault, PriceLine } from './price.ts'
import type { ScaleProduct, ShopConfig, ShopProduct } from './shop-config.ts'
import { vatRateOn } from './vat.ts'

/** A fault found deep inside a cart; `priceCart` returns it as its result. */
export class CartFault extends Error {
  readonly fault: PriceFault

  constructor(fault: PriceFault) {
    super(fault.code)
    this.fault = fault
  }
}

type Kind = Extract<PriceLine['kind'], 'controller' | 'scale' | 'accessory' | 'subscription'>

/** Returns the lines for the goods, before discounts. Throws `CartFault` if the shop has no such product. */
export function goodsLines(config: ShopConfig, whole: Cart, day: string): PriceLine[] {
  const cart = settledCart(whole)
  const { controllers, scales, accessories, subscriptions } = config.products
  const line = (kind: Kind, product: ShopProduct, count: number): PriceLine => ({
    kind,
    key: product.key,
    product: product.key,
    count,
    unitPrice: product.price,
    amount: product.price * count,
    vatRate: vatRateOn(config.vat, product.vat, day),
  })
  const shelf = (kind: Kind, name: string, products: readonly ShopProduct[], counts: Record<string, number>) =>
    orderedAs(products, counts, name).map(([product, count]) => line(kind, product, count))

  const firstKind = controllers.find(({ hidden }) => !hidden)?.key ?? ''
  const plates = new Map<string, PriceLine>()
  for (const [index, { product: key, widthMm, depthMm, count }] of cart.customPlates.entries()) {
    if (count === 0) continue
    const product = offered(scales, key, `customPlates.${index}.product`)
    checkPlate(product, { widthMm, depthMm }, `customPlates.${index}`)
    const plateKey = `${key}:${widthMm}x${depthMm}`
    const total = count + (plates.get(plateKey)?.count ?? 0)
    plates.set(plateKey, { ...line('scale', product, total), key: plateKey, plate: { widthMm, depthMm } })
  }
  const madeToMeasure = scales.find(({ key, customPlate }) => customPlate && (cart.scales[key] ?? 0) > 0)
  if (madeToMeasure) throw new CartFault({ code: 'plate_size_wrong', path: `scales.${madeToMeasure.key}` })

  const term = subscriptions.find(({ years, hidden }) => years === cart.subscriptionYears && !hidden)
  if (cart.nofSubscriptions > 0 && !term) throw new CartFault({ code: 'product_unknown', path: 'subscriptionYears' })
  return [
    ...shelf('controller', 'controllers', controllers, transmitterCounts(cart, firstKind)),
    ...shelf('scale', 'scales', scales, cart.scales),
    ...plates.values(),
    ...shelf('accessory', 'accessories', accessories, cart.accessories),
    ...(term && cart.nofSubscriptions > 0 ? [line('subscription', term, cart.nofSubscriptions)] : []),
  ]
}

/** The products of a shelf that have a count, in the shop's order. */
function orderedAs(products: readonly ShopProduct[], counts: Record<string, number>, name: string) {
  const wanted = Object.entries(counts).filter(([, count]) => count > 0)
  const chosen = wanted.map(([key, count]) => [offered(products, key, `${name}.${key}`), count] as const)
  return chosen.sort(([a], [b]) => products.indexOf(a) - products.indexOf(b))
}

function offered<Product extends ShopProduct>(products: readonly Product[], key: string, path: string): Product {
  const product = products.find((one) => one.key === key && !one.hidden)
  if (!product) throw new CartFault({ code: 'product_unknown', path })
  return product
}

function checkPlate({ customPlate }: ScaleProduct, size: { widthMm: number; depthMm: number }, path: string): void {
  for (const side of ['widthMm', 'depthMm'] as const) {
    const range = customPlate?.[side]
    if (!range || size[side] < range.from || size[side] > range.to) {
      const values = range ? { from: range.from, to: range.to } : {}
      throw new CartFault({ code: 'plate_size_wrong', path: `${path}.${side}`, values })
    }
  }
}
