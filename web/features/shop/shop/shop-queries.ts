import { queryOptions } from '@tanstack/react-query'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { CustomerPaper } from '#domain/shop/order-document.ts'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { paymentOf } from './payment-state.ts'

const ASK_AGAIN_MS = 4000

/** What the shop sells and how. */
export const shopConfigQuery = queryOptions({
  queryKey: ['shop-config'],
  queryFn: () => call(api.shop.config.$get({ query: { filtered: 'true' } })),
  ...keptOffline,
})

/** How far an order is; asked again while money or a mail may be on its way. */
export const orderStatusQuery = (key: string) =>
  queryOptions({
    queryKey: ['shop-order', key],
    queryFn: () => call(api.shop.order[':key'].$get({ param: { key } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (paymentOf(data) === 'waiting' || data.mail === 'due') ? ASK_AGAIN_MS : false,
  })

/** Where a paper is that could not be mailed, as PDF. */
export const paperAddress = (key: string, kind: CustomerPaper): string => `/api/shop/order/${key}/document/${kind}`

/** Where an order can be paid, in this way; null where a bill comes. */
export const payOrder = (key: string, paymentMethod: PaymentMethod) =>
  call(api.shop.order[':key'].payment.$post({ param: { key }, json: { paymentMethod } }))
