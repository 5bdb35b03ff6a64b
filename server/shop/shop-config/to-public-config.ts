import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import type { Deps } from '../../deps.ts'
import { offeredConfig } from './offered-config.ts'
import { offeredPaymentMethods } from './offered-payment-methods.ts'
import type { VersionedShopConfig } from './read-shop-config.ts'

const offered = <Product extends { hidden: boolean; note?: string | undefined }>(products: readonly Product[]) =>
  products.filter(({ hidden }) => !hidden).map(({ note: _, ...product }) => product)

/** The part of a configuration that anybody may see, limited to what this installation's shop and payment provider support. */
export function toPublicConfig(
  deps: Pick<Deps, 'config' | 'payment'>,
  versioned: VersionedShopConfig,
): PublicShopConfig {
  const config = offeredConfig(versioned.config, deps.config)
  const { promoCodes: _codes, commissioners: _makers, creditor: _payee, note: _note, ...shown } = config
  const { controllers, scales, accessories, subscriptions } = config.products
  return {
    ...shown,
    enabled: deps.config.shop && config.enabled,
    paymentMethods: offeredPaymentMethods(deps, versioned),
    products: {
      controllers: offered(controllers),
      scales: offered(scales),
      accessories: offered(accessories),
      subscriptions: offered(subscriptions),
    },
  }
}
