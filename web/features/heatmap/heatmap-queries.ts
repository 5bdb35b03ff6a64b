import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import type { Period } from './heatmap-period.ts'

const STALE_MS = 600_000

/** The gains of every day of a period, of own and watched scales and of regions; the last seasons seen stay for this visit. */
export const gainsQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['heatmap', from, to],
    queryFn: () => call(api.heatmap.map.$get({ query: { from, to } })),
    staleTime: STALE_MS,
    gcTime: 3 * STALE_MS,
  })
