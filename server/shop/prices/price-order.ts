import type { Locale } from '#domain/platform/locale.ts'
import type { Cart } from '#domain/shop/cart.ts'
import type { LabeledPrice } from '#domain/shop/price.ts'
import { priceCart } from '#domain/shop/price-cart.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { offeredConfig } from '../shop-config/offered-config.ts'
import { currentShopConfig } from '../shop-config/read-shop-config.ts'
import { runningSubscriptions } from '../subscriptions/running-subscriptions.ts'
import { labelLines } from './label-lines.ts'

/**
 * Prices a cart by the current configuration, for this account (`accountId` null: unknown). Throws 400 with a code of `PriceFault` and the
 * place in the cart.
 */
export async function priceOrder(
  { database: { db }, clock, config: installed }: Pick<Deps, 'database' | 'clock' | 'config'>,
  { cart, accountId, locale }: { cart: Cart; accountId: number | null; locale: Locale },
): Promise<LabeledPrice> {
  if (!installed.shop) throw new AppError(400, 'shop_unavailable')
  const now = clock.now()
  const { version, config: whole } = await currentShopConfig(db)
  const config = offeredConfig(whole, installed)
  const running =
    accountId === null || cart.nofSubscriptions === 0
      ? undefined
      : await runningSubscriptions(db, { accountId, besides: cart.subscriptionControllerId, now })
  const priced = priceCart(config, cart, { now, ...(running ? { running } : {}) })
  if ('fault' in priced) {
    const { code, path, values } = priced.fault
    if (path === '') throw new AppError(400, code)
    const issues = [{ path, message: translate(locale, `error.${code}`, values) }]
    throw new AppError(400, code, { issues, ...(values ? { values } : {}) })
  }
  const { price } = priced
  const lines = labelLines(config, price.lines, { promoCode: cart.promoCode, locale, country: cart.address?.country })
  return { ...price, lines, currency: config.currency, configVersion: version }
}
