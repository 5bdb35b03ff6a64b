import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MappedValue } from '#domain/exchange/json-mapping.ts'
import { api, call } from '../../../../api/client.ts'

const POLL_MS = 3000

/** A transmitter's last document and its mapping; polled until there is a document. */
export const jsonQuery = (id: number) =>
  queryOptions({
    queryKey: ['controller', id, 'json'],
    queryFn: () => call(api.controller[':id'].json.$get({ param: { id: String(id) } })),
    refetchInterval: ({ state }) => (state.data?.example == null ? POLL_MS : false),
    refetchOnMount: 'always',
  })

/** Saves what the values of future documents are. */
export function useMapJson(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mapping: MappedValue[]) =>
      call(api.controller[':id'].json.$post({ param: { id: String(id) }, json: { mapping } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['controller', id] }),
  })
}
