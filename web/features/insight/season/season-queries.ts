import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const STALE_MS = 1_800_000

/** The season's advice for each hive of one's own transmitters, most urgent first. It changes with the day, with notes and with settings. */
export const seasonQuery = queryOptions({
  queryKey: ['season'],
  queryFn: () => call(api.season.$get()),
  staleTime: STALE_MS,
  ...keptOffline,
})
