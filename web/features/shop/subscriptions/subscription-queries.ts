import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { api, call } from '../../../api/client.ts'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/** What order keys did for one of the user's own transmitters, newest first. */
export const redemptionsQuery = (controllerId: number) =>
  queryOptions({
    queryKey: ['redemption', controllerId],
    queryFn: () => call(api.controller[':id'].redemptions.$get({ param: { id: String(controllerId) } })),
    ...keptOffline,
  })

/**
 * Extends a subscription that ends at `end`. Trying again with the same key after no answer came names the same end, whatever it is by then, so that the
 * server recognizes it. Afterwards, everything shown or cached is refetched, even after a failure: perhaps only the answer was lost.
 */
export function useRenewSubscription(controllerId: number, end: string) {
  const queryClient = useQueryClient()
  const asked = useRef({ orderKey: '', endBefore: '' })
  return useMutation({
    mutationFn: ({ orderKey, askIfRenewed }: { orderKey: string; askIfRenewed: boolean }) => {
      if (asked.current.orderKey !== orderKey) asked.current = { orderKey, endBefore: end }
      const json = { ...asked.current, askIfRenewed }
      return call(api.controller[':id'].renew.$post({ param: { id: String(controllerId) }, json }))
    },
    onSuccess: ({ subscriptionEnd, subscriptionState }) => {
      asked.current = { orderKey: '', endBefore: '' }
      return Promise.all(
        [['controller'], ['dashboard']].map((key) =>
          editInList<Controller>(key, controllerId, { subscriptionEnd, subscriptionState }),
        ),
      )
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ refetchType: 'none' })
      void queryClient.refetchQueries({ predicate: (query) => query.isActive() || query.meta?.keptOffline === true })
    },
    meta: { tellsItself: true },
  })
}
