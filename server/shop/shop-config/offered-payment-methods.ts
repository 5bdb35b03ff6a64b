import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { Deps } from '../../deps.ts'
import { DEFAULT_VERSION } from './default-shop-config.ts'
import type { VersionedShopConfig } from './read-shop-config.ts'

/**
 * The payment methods on offer: those of the configuration that the payment provider supports, and bills. The configuration that ships with
 * the product names an example as the payee, so it allows no real bills.
 */
export function offeredPaymentMethods(
  { payment }: Pick<Deps, 'payment'>,
  { version, config }: VersionedShopConfig,
): PaymentMethod[] {
  const isPayeeKnown = version !== DEFAULT_VERSION || payment.provider === 'test'
  const online: readonly PaymentMethod[] = payment.methods
  return [...new Set(config.paymentMethods)].filter((method) =>
    method === 'prepayment' ? isPayeeKnown : online.includes(method),
  )
}
