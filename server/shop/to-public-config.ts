import type { PublicShopConfig, ShopConfig } from '#domain/shop-config.ts'

const offered = <Product extends { hidden: boolean; note?: string | undefined }>(products: readonly Product[]) =>
  products.filter(({ hidden }) => !hidden).map(({ note: _, ...product }) => product)

/** What anybody may see of a configuration. `isOpen`: whether this installation has a shop at all. */
export function toPublicConfig(config: ShopConfig, isOpen: boolean): PublicShopConfig {
  const { promoCodes: _codes, commissioners: _makers, creditor: _payee, note: _note, ...shown } = config
  const { controllers, scales, accessories, subscriptions } = config.products
  return {
    ...shown,
    enabled: isOpen && config.enabled,
    products: {
      controllers: offered(controllers),
      scales: offered(scales),
      accessories: offered(accessories),
      subscriptions: offered(subscriptions),
    },
  }
}
