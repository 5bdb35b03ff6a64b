import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, call } from '../../../api/client.ts'
import { keepVisible } from '../../../offline/keep-visible.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { withPending } from './pending-scales.ts'

export const scalesKey = ['scale', 'all'] as const

/** All scales of one's own and watched transmitters, including archived ones. */
export const scalesQuery = queryOptions({
  queryKey: scalesKey,
  queryFn: async () => keepVisible('scales', await call(api.scale.all.$get())),
  ...keptOffline,
})

/** The scales of one transmitter, whoever owns it. */
export const controllerScalesQuery = (controllerId: number) =>
  queryOptions({
    queryKey: ['admin', 'scale', controllerId],
    queryFn: () => call(api.controller[':id'].scales.$get({ param: { id: String(controllerId) } })),
  })

/** How a scale reacts to temperature. */
export const temperatureQuery = (scaleId: number) =>
  queryOptions({
    queryKey: ['scale', 'temperature', scaleId],
    queryFn: () => call(api.scale[':id'].temperature.$get({ param: { id: String(scaleId) } })),
  })

/** Returns the scales with the changes still queued on this device. */
export function useScales() {
  const query = useQuery(scalesQuery)
  const unsent = useUnsent()
  const scales = useMemo(() => withPending(query.data ?? [], unsent), [query.data, unsent])
  return { query, scales }
}
