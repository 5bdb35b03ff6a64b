import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

export const interventionsKey = ['interventions'] as const

/** All interventions at the scales this account can see. There are few a year, so all are loaded at once and kept for use at the apiary. */
export const interventionsQuery = queryOptions({
  queryKey: interventionsKey,
  queryFn: () => call(api.intervention.$get({ query: {} })),
  ...keptOffline,
})
