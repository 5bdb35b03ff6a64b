import type { Cart, CartMode } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import type { Missing } from './shop-steps.ts'

/** The props of each step: the current cart, how to change it and, once the user tried to go on, why it is not complete. */
export type StepProps = {
  mode: CartMode
  cart: Cart
  config: PublicShopConfig & { version: number }
  onChange: (change: (cart: Cart) => Cart) => void
  missing: Missing | undefined
}
