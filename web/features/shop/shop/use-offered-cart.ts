import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { type Cart, CartAddress, type CartMode, forTransmitter } from '#domain/shop/cart.ts'
import { type CartState, changeCart, setAddress } from './cart-state.ts'
import { offeredCart } from './offered-cart.ts'
import type { StepProps, WizardProps } from './step-props.ts'

/** Returns the cart as the shop can sell it; `isLess` once something had to be left out. */
export function useOfferedCart(
  { kept }: Pick<CartState, 'kept'>,
  config: StepProps['config'],
): { cart: Cart; isLess: boolean } {
  const [isLess, setLess] = useState(false)
  const { cart, gone } = offeredCart(kept.cart, config)
  if (gone.length > 0 && !isLess) setLess(true)
  return { cart, isLess }
}

/** Fills in the known address of a customer who has not entered anything yet. */
export function useKnownAddress(cart: Cart, customer: WizardProps['customer']): void {
  const { country: _, ...fields } = cart.address
  const isBlank = Object.values(fields).every((field) => field === '')
  useEffect(() => {
    if (isBlank && customer?.email) setAddress({ ...knownProfile(customer.profile), email: customer.email })
  }, [isBlank, customer?.email, customer?.profile])
}

const knownProfile = ({ country, ...profile }: NonNullable<WizardProps['customer']>['profile']) => ({
  ...profile,
  country: v.parse(v.fallback(CartAddress.entries.country, 'ch'), country),
})

/** Selects the transmitter from the link, and deselects one that is not the customer's. */
export function useNamedTransmitter(
  mode: CartMode,
  cart: Cart,
  { own, customer, controllerId }: Pick<WizardProps, 'own' | 'customer' | 'controllerId'>,
): void {
  const named = cart.subscriptionControllerId
  const [taken, take] = useState<number>()
  useEffect(() => {
    if (controllerId === undefined || controllerId === taken || !own?.some(({ id }) => id === controllerId)) return
    changeCart(mode, (now) => forTransmitter(now, controllerId))
    take(controllerId)
  }, [mode, own, controllerId, taken])
  const isStrange = named !== null && (own ? !own.some(({ id }) => id === named) : customer === null)
  useEffect(() => {
    if (isStrange) changeCart(mode, (now) => forTransmitter(now, null))
  }, [mode, isStrange])
}
