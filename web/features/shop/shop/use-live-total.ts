import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Cart, CartMode } from '#domain/shop/cart.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { type CartState, carts } from './cart-state.ts'
import { shopConfigQuery } from './shop-queries.ts'
import { pricedText, validateCart } from './validate-cart.ts'

const PAUSE_MS = 300
/** The delay before a retry, after no answer or a server error. */
const AGAIN_MS = 5000

/** Requests the cart's price whenever it may have changed: shortly after the last tap, and when the network comes back. */
export function useLiveTotal(mode: CartMode, cart: Cart): void {
  const { locale } = useIntl()
  const online = useOnline()
  const { validate } = useSnapshot(carts[mode])
  const text = pricedText(cart)
  const ask = useEffectEvent(() => void validateCart(mode, cart))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language requests the same cart again
  useEffect(() => {
    if (!online) return
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [mode, text, locale, online])
  const { error } = validate
  useEffect(() => {
    if (!online || error === undefined || (error instanceof ApiError && error.status < 500)) return
    const timer = setTimeout(ask, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error, online])
}

/** Refetches the shop's offer when a price or a refusal shows that it has changed. */
export function useFreshConfig({ configVersion, error }: CartState['validate'], shown: number): void {
  const queryClient = useQueryClient()
  const isOther = configVersion !== null && configVersion !== shown
  const isRefused = error instanceof ApiError && error.status === 400
  useEffect(() => {
    if (isOther || isRefused) void queryClient.invalidateQueries({ queryKey: shopConfigQuery.queryKey })
  }, [queryClient, isOther, isRefused])
}

/** Whether the total shown is that of the current cart. */
export const isPriced = (cart: Cart, validate: CartState['validate']): boolean =>
  !validate.fetching && validate.error === undefined && validate.of === pricedText(cart)
