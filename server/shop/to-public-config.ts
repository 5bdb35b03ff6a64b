import type { PublicShopConfig, ShopConfig } from '#domain/shop-config.ts'
import type { Deps } from '../http/deps.ts'

const offered = <Product extends { hidden: boolean; note?: string | undefined }>(products: readonly Product[]) =>
  products.filter(({ hidden }) => !hidden).map(({ note: _, ...product }) => product)

/** What anybody may see of a configuration, as far as this installation has a shop and somebody who takes payments. */
export function toPublicConfig(
  { config: { shop: isOpen }, payment }: Pick<Deps, 'config' | 'payment'>,
  config: ShopConfig,
): PublicShopConfig {
  const { promoCodes: _codes, commissioners: _makers, creditor: _payee, note: _note, ...shown } = config
  const { controllers, scales, accessories, subscriptions } = config.products
  return {
    ...shown,
    enabled: isOpen && config.enabled,
    paymentMethods: config.paymentMethods.filter(
      (method) => method === 'prepayment' || payment.methods.includes(method),
    ),
    products: {
      controllers: offered(controllers),
      scales: offered(scales),
      accessories: offered(accessories),
      subscriptions: offered(subscriptions),
    },
  }
}
