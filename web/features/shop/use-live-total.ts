import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useSnapshot } from 'valtio'
import type { CartMode } from '#domain/cart.ts'
import { ApiError } from '../../api/api-error.ts'
import { useOnline } from '../../offline/connection.ts'
import { type CartState, carts } from './cart-state.ts'
import { shopConfigQuery } from './shop-queries.ts'
import { pricedText, validateCart } from './validate-cart.ts'

const PAUSE_MS = 300
/** After no answer, or a fault of the server. */
const AGAIN_MS = 5000

/** Asks what the cart costs whenever that may have changed: a little after the last tap, and when a network is back. */
export function useLiveTotal(mode: CartMode): void {
  const { locale } = useIntl()
  const online = useOnline()
  const { kept, validate } = useSnapshot(carts[mode]) as CartState
  const text = pricedText(kept.cart)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same cart is asked for again in another language
  useEffect(() => {
    if (!online) return
    const timer = setTimeout(() => void validateCart(mode), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [mode, text, locale, online])
  const { error } = validate
  useEffect(() => {
    if (!online || error === undefined || (error instanceof ApiError && error.status < 500)) return
    const timer = setTimeout(() => void validateCart(mode), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [mode, error, online])
}

/** Asks again what the shop sells once a price, or a refusal, shows that this has changed. */
export function useFreshConfig({ configVersion, error }: CartState['validate'], shown: number): void {
  const queryClient = useQueryClient()
  const isOther = configVersion !== null && configVersion !== shown
  const isRefused = error instanceof ApiError && error.status === 400
  useEffect(() => {
    if (isOther || isRefused) void queryClient.invalidateQueries({ queryKey: shopConfigQuery.queryKey })
  }, [queryClient, isOther, isRefused])
}

/** Whether the total shown is that of the cart as it is now. */
export const isPriced = ({ kept, validate }: Pick<CartState, 'kept' | 'validate'>): boolean =>
  !validate.fetching && validate.error === undefined && validate.of === pricedText(kept.cart)
