import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/**
 * How the weekly report on one's hives is sent. Refetched while the offer is open, since it may
 * be answered on another device; after that the cached answer is used.
 */
export const digestQuery = queryOptions({
  queryKey: ['digest'],
  queryFn: () => call(api.season.digest.$get()),
  staleTime: ({ state }) => (state.data?.notAsked ? Number.POSITIVE_INFINITY : 0),
  ...keptOffline,
})
