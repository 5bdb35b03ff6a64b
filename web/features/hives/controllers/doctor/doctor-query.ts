import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../../api/client.ts'
import { keptOffline } from '../../../../offline/query-cache.ts'

/** Why a transmitter is silent or in trouble, and the state of its battery. */
export const doctorQuery = (id: number) =>
  queryOptions({
    queryKey: ['controller', id, 'doctor'],
    queryFn: () => call(api.controller[':id'].doctor.$get({ param: { id: String(id) } })),
    refetchOnMount: 'always',
    ...keptOffline,
  })
