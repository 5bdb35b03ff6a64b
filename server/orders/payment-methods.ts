import type { PaymentMethod } from '#domain/cart.ts'
import type { Deps } from '../http/deps.ts'
import { offeredPaymentMethods } from '../shop/offered-payment-methods.ts'
import { currentShopConfig } from '../shop/read-shop-config.ts'

/** In which ways an order can be paid now. */
export const paymentMethods = async (deps: Pick<Deps, 'database' | 'payment'>): Promise<PaymentMethod[]> =>
  offeredPaymentMethods(deps, await currentShopConfig(deps.database.db))
