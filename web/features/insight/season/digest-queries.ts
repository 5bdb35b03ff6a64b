import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/** How the week of one's hives is told. Whoever was asked is not asked again, here or on another device: then it is as it was. */
export const digestQuery = queryOptions({
  queryKey: ['digest'],
  queryFn: () => call(api.season.digest.$get()),
  staleTime: ({ state }) => (state.data?.notAsked ? Number.POSITIVE_INFINITY : 0),
  ...keptOffline,
})
