import { type Cart, type Counts, clampCount, transmitterCounts } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'

/**
 * Returns the cart as the shop can sell it now: its transmitters by kind, without products no longer offered, with
 * a term and a payment method that exist. `gone`: the keys of what was left out.
 */
export function offeredCart(
  cart: Cart,
  { products, platePickup, paymentMethods }: Pick<PublicShopConfig, 'products' | 'platePickup' | 'paymentMethods'>,
): { cart: Cart; gone: string[] } {
  const gone: string[] = []
  const offered = (counts: Counts, shelf: readonly { key: string }[]): Counts =>
    Object.fromEntries(
      Object.entries(counts).filter(([key]) => {
        const isOffered = shelf.some((product) => product.key === key)
        if (!isOffered) gone.push(key)
        return isOffered
      }),
    )
  const [first] = products.controllers
  const controllers = offered(first ? transmitterCounts(cart, first.key) : cart.controllers, products.controllers)
  const isMade = (key: string) => products.scales.some((scale) => scale.key === key && scale.customPlate)
  const customPlates = cart.customPlates.filter(({ product }) => isMade(product))
  if (customPlates.length < cart.customPlates.length) gone.push('customPlates')
  const terms = products.subscriptions.map(({ years }) => years)
  const nearest = terms.toSorted(
    (a, b) => Math.abs(a - cart.subscriptionYears) - Math.abs(b - cart.subscriptionYears),
  )[0]
  return {
    cart: {
      ...cart,
      controllers,
      nofControllers: clampCount(Object.values(controllers).reduce((sum, count) => sum + count, 0)),
      scales: offered(cart.scales, products.scales),
      accessories: offered(cart.accessories, products.accessories),
      customPlates,
      nofSubscriptions: nearest === undefined ? 0 : cart.nofSubscriptions,
      subscriptionYears: nearest ?? cart.subscriptionYears,
      platePickup: platePickup.some(({ key }) => key === cart.platePickup) ? cart.platePickup : null,
      paymentMethod: cart.paymentMethod && paymentMethods.includes(cart.paymentMethod) ? cart.paymentMethod : null,
    },
    gone,
  }
}
