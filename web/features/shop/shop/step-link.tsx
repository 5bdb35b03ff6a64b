import type { ComponentProps } from 'react'
import type { CartMode } from '#domain/shop/cart.ts'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import type { ShopStep } from './shop-steps.ts'

/** The address of a step. */
export const stepPath = (mode: CartMode) => (mode === 'digital' ? '/subscriptionShop/$step' : '/shop/$step')

/** A button that leads to another step. */
export function StepLink({
  mode,
  step,
  search = {},
  ...button
}: { mode: CartMode; step: ShopStep; search?: { order?: string } } & Pick<
  ComponentProps<typeof ButtonLink>,
  'kind' | 'icon' | 'wide' | 'children'
>) {
  return <ButtonLink {...button} to={stepPath(mode)} params={{ step }} search={search} />
}
