import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const STALE_MS = 1_800_000

/** A sentence on each hive of own transmitters, what is most urgent first. It changes with the day, and with what somebody notes or sets. */
export const seasonQuery = queryOptions({
  queryKey: ['season'],
  queryFn: () => call(api.season.$get()),
  staleTime: STALE_MS,
  ...keptOffline,
})
