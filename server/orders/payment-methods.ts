import type { PaymentMethod } from '#domain/cart.ts'
import type { Deps } from '../http/deps.ts'
import { currentShopConfig } from '../shop/read-shop-config.ts'

/** In which ways an order can be paid now: those of the shop's configuration that a provider is there for, and bills. */
export async function paymentMethods({
  database: { db },
  payment,
}: Pick<Deps, 'database' | 'payment'>): Promise<PaymentMethod[]> {
  const { config } = await currentShopConfig(db)
  const online: readonly PaymentMethod[] = payment.methods
  return [...new Set(config.paymentMethods)].filter((method) => method === 'prepayment' || online.includes(method))
}
