import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { keptOffline } from '../../offline/query-cache.ts'

/** What order keys did for a transmitter of one's own, newest first. */
export const redemptionsQuery = (controllerId: number) =>
  queryOptions({
    queryKey: ['redemption', controllerId],
    queryFn: () => call(api.controller[':id'].redemptions.$get({ param: { id: String(controllerId) } })),
    ...keptOffline,
  })

/** Extends a subscription. Also after a failure all is asked for anew: perhaps only the answer was lost. */
export function useRenewSubscription(controllerId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (orderKey: string) =>
      call(api.controller[':id'].renew.$post({ param: { id: String(controllerId) }, json: { orderKey } })),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { tellsItself: true },
  })
}
