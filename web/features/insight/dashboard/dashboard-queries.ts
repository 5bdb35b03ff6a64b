import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const REFRESH_MS = 300_000

/** Own and watched transmitters with their scales: everything the three modes show. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => call(api.dashboard.$get()),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
  ...keptOffline,
})
