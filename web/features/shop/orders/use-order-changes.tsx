import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { changedOrder, type OrderChanges } from './changed-order.ts'
import { orderKey, ordersKey } from './order-queries.ts'

export type OrderMailing =
  | 'resendConfirmation'
  | 'activatePrepay'
  | 'sendOffer'
  | 'sendInvoice'
  | 'requestAdvance'
  | 'releaseOrder'
export type MailingToSend = {
  mailing: OrderMailing
  sendTemplate?: OrderMailTemplate | null
  commissionerIndex?: number
  /** The customer's new address. */
  email?: string
}

/**
 * Changes an order, one change after the other. Each is shown at once, and reverted if the server refuses. If the server
 * answers with an error, the order is refetched, since someone else may have changed it.
 */
export function useOrderChanges(id: number) {
  const queryClient = useQueryClient()
  const param = { id: String(id) }
  const show = (order: OrderDetail | undefined) => queryClient.setQueryData(orderKey(id), order)
  const shown = () => queryClient.getQueryData<OrderDetail>(orderKey(id))
  const known = useRef<OrderDetail>(undefined)
  const underWay = useRef<readonly OrderChanges[]>([])
  /** Shows the order as the server knows it, with the pending changes applied. */
  const showAll = () => show(known.current && underWay.current.reduce(changedOrder, known.current))
  const settle = (changes: OrderChanges) => {
    underWay.current = underWay.current.filter((one) => one !== changes)
    showAll()
  }
  const onSuccess = ({ message: _, ...order }: OrderDetail & { message?: string }) => {
    known.current = order
    showAll()
    void queryClient.invalidateQueries({ queryKey: ordersKey })
  }

  const edit = useMutation({
    scope: { id: `order-${id}` },
    meta: { tellsItself: true },
    mutationFn: async (changes: OrderChanges) => {
      const json = { ...changes, updatedAt: shown()?.updatedAt ?? '' }
      const { message, ...order } = await call(api.shop.orders[':id'].$post({ param, json }))
      // completing an order has a toast of its own, with an undo
      return changes.state === 'completed' ? order : { ...order, message }
    },
    onMutate: async (changes) => {
      await queryClient.cancelQueries({ queryKey: orderKey(id) })
      if (underWay.current.length === 0) known.current = shown()
      underWay.current = [...underWay.current, changes]
      showAll()
    },
    onSuccess: (order, changes) => {
      onSuccess(order)
      settle(changes)
    },
    onError: (error, changes) => {
      settle(changes)
      toast.error(<FormattedMessage id="shop-orders.saveError" values={{ why: <ErrorWords error={error} /> }} />)
      if (error instanceof ApiError) void queryClient.invalidateQueries({ queryKey: orderKey(id) })
    },
  })
  const { idOf, forget } = useRequestId()
  const send = useMutation({
    meta: { tellsItself: true },
    mutationFn: ({ mailing, commissionerIndex = 0, ...body }: MailingToSend) =>
      call(
        api.shop.orders[':id'][':mailing'].$post({
          param: { ...param, mailing },
          query: { commissionerIndex: String(commissionerIndex) },
          json: mailing === 'activatePrepay' ? { ...body, id: idOf({ mailing, ...body }) } : body,
        }),
      ),
    onSuccess: (order) => {
      forget()
      onSuccess(order)
    },
  })
  return { edit, send }
}
export type OrderChangesOf = ReturnType<typeof useOrderChanges>
