import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import type { Period } from './heatmap-period.ts'

const STALE_MS = 600_000

/** The daily gains of one's own and watched scales, and of regions, in a period; the last seasons seen stay cached for this visit. */
export const gainsQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['heatmap', from, to],
    queryFn: () => call(api.heatmap.map.$get({ query: { from, to } })),
    staleTime: STALE_MS,
    gcTime: 3 * STALE_MS,
  })

/** Whether a scale's stored hours in a period are damaged. */
export const damagedQuery = ({ id, controllerId }: { id: number; controllerId: number }, { from, to }: Period) =>
  queryOptions({
    queryKey: ['controller', controllerId, 'midnights', from, to],
    queryFn: () =>
      call(api.controller[':id'].midnightvalues.$get({ param: { id: String(controllerId) }, query: { from, to } })),
    select: ({ scales }) => scales.some(({ scaleId, damaged }) => scaleId === id && damaged),
    staleTime: STALE_MS,
  })
