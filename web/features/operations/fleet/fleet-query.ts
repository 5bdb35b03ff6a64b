import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'

const ASK_AGAIN_MS = 20_000

/** What needs to be done across all transmitters. */
export const fleetQuery = queryOptions({
  queryKey: ['admin', 'fleet'],
  queryFn: () => call(api.admin.fleet.$get()),
  refetchInterval: ASK_AGAIN_MS,
  staleTime: 0,
})
