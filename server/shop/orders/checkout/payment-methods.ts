import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { Deps } from '../../../deps.ts'
import { offeredPaymentMethods } from '../../shop-config/offered-payment-methods.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'

/** The payment methods that are available now. */
export const paymentMethods = async (deps: Pick<Deps, 'database' | 'payment'>): Promise<PaymentMethod[]> =>
  offeredPaymentMethods(deps, await currentShopConfig(deps.database.db))
