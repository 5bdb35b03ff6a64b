import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UnknownFieldBody } from '#domain/hives/unknown-field.ts'
import { api, call } from '../../../api/client.ts'

/** Numbers that a transmitter sends under unknown names. */
export const fieldsQuery = (id: number) =>
  queryOptions({
    queryKey: ['controller', id, 'field'],
    queryFn: () => call(api.controller[':id'].field.$get({ param: { id: String(id) } })),
  })

/** Says what one of them is, which changes what the scales show. */
export function useAssignField(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: UnknownFieldBody) =>
      call(api.controller[':id'].field.$post({ param: { id: String(id) }, json })),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['controller', id] })
      void queryClient.invalidateQueries({ queryKey: ['scale'] })
    },
  })
}
