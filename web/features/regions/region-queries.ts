import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { keptOffline } from '../../offline/query-cache.ts'

/** The regions a transmitter may belong to, the most important first. */
export const regionsQuery = queryOptions({
  queryKey: ['region'],
  queryFn: () => call(api.region.$get()),
  ...keptOffline,
})
