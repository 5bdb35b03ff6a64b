import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, call } from '../../../api/client.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { withPending } from './pending-scales.ts'

export const scalesKey = ['scale', 'all'] as const

/** Every scale of own and watched transmitters, archived ones too. */
export const scalesQuery = queryOptions({
  queryKey: scalesKey,
  queryFn: () => call(api.scale.all.$get()),
  ...keptOffline,
})

/** Those of one transmitter, whoever's it is. */
export const controllerScalesQuery = (controllerId: number) =>
  queryOptions({
    queryKey: ['admin', 'scale', controllerId],
    queryFn: () => call(api.controller[':id'].scales.$get({ param: { id: String(controllerId) } })),
  })

/** How a scale follows the temperature. */
export const temperatureQuery = (scaleId: number) =>
  queryOptions({
    queryKey: ['scale', 'temperature', scaleId],
    queryFn: () => call(api.scale[':id'].temperature.$get({ param: { id: String(scaleId) } })),
  })

/** The scales with what still waits on this device. */
export function useScales() {
  const query = useQuery(scalesQuery)
  const unsent = useUnsent()
  const scales = useMemo(() => withPending(query.data ?? [], unsent), [query.data, unsent])
  return { query, scales }
}
