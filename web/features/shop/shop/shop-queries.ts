import { queryOptions } from '@tanstack/react-query'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { CustomerPaper } from '#domain/shop/order-document.ts'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { type PaymentState, paymentOf } from './payment-state.ts'

const ASK_AGAIN_MS = 4000

/** Whether a payment may just have been made whose result has not arrived. */
const isAwaited = (state: PaymentState) => state === 'waiting' || state === 'partlyPaid'

/** What the shop sells, and its terms. */
export const shopConfigQuery = queryOptions({
  queryKey: ['shop-config'],
  queryFn: () => call(api.shop.config.$get({ query: { filtered: 'true' } })),
  ...keptOffline,
})

/** The status of an order; polled while a payment or a mail may be pending. */
export const orderStatusQuery = (key: string) =>
  queryOptions({
    queryKey: ['shop-order', key],
    queryFn: () => call(api.shop.order[':key'].$get({ param: { key } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (isAwaited(paymentOf(data)) || data.mail === 'due') ? ASK_AGAIN_MS : false,
  })

/** The address of a document that could not be mailed, as PDF. */
export const paperAddress = (key: string, kind: CustomerPaper): string => `/api/shop/order/${key}/document/${kind}`

/** Gets the address where an order can be paid by this method; null if a bill is sent. */
export const payOrder = (key: string, paymentMethod: PaymentMethod) =>
  call(api.shop.order[':key'].payment.$post({ param: { key }, json: { paymentMethod } }))
