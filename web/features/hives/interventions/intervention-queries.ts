import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

export const interventionsKey = ['interventions'] as const

/** Everything that was done at the scales this account sees. Few a year, so all of it at once, and kept for the apiary. */
export const interventionsQuery = queryOptions({
  queryKey: interventionsKey,
  queryFn: () => call(api.intervention.$get({ query: {} })),
  ...keptOffline,
})
