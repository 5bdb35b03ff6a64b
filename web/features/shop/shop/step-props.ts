import type { Profile } from '#domain/people/account.ts'
import type { Cart, CartMode } from '#domain/shop/cart.ts'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import type { Missing, ShopStep } from './shop-steps.ts'

/** The props of each step: the current cart, how to change it and, once the user tried to go on, why it is not complete. */
export type StepProps = {
  mode: CartMode
  cart: Cart
  config: PublicShopConfig & { version: number }
  onChange: (change: (cart: Cart) => Cart) => void
  missing: Missing | undefined
}

export type OwnTransmitter = { id: number; name: string }
export type Customer = { id: number; email: string; profile: Profile }

export type WizardProps = {
  mode: CartMode
  step: ShopStep
  /** Null for guests, undefined while unknown. */
  customer: Customer | null | undefined
  /** The user's own transmitters whose subscription can be extended, once they are known. */
  own: readonly OwnTransmitter[] | undefined
  /** The transmitter to subscribe for, from a link. */
  controllerId: number | undefined
  /** The order that the completion step shows. */
  orderKey: string | undefined
  /** The customer returned from the payment page without paying. */
  gaveUp: boolean
  /** The user was sent here from a later step, since this one is not complete. */
  sentBack: boolean
}
