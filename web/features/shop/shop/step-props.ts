import type { Cart, CartMode } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import type { Missing } from './shop-steps.ts'

/** What each step gets: the cart as it is, how to change it, and why it is not finished once somebody wanted to go on. */
export type StepProps = {
  mode: CartMode
  cart: Cart
  config: PublicShopConfig & { version: number }
  onChange: (change: (cart: Cart) => Cart) => void
  missing: Missing | undefined
}
