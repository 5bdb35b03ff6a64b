import type { ShopConfig } from '#domain/shop/shop-config.ts'
import type { Config } from '../../platform/config/config.ts'

/** The configuration with what this installation can provide: where subscriptions are switched off, no code could be redeemed. */
export function offeredConfig(config: ShopConfig, { subscriptions }: Pick<Config, 'subscriptions'>): ShopConfig {
  if (subscriptions) return config
  const hidden = config.products.subscriptions.map((product) => ({ ...product, hidden: true }))
  return { ...config, products: { ...config.products, subscriptions: hidden } }
}
