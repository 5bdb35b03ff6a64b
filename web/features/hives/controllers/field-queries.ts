import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UnknownFieldBody } from '#domain/hives/unknown-field.ts'
import { api, call } from '../../../api/client.ts'

/** Numbers that a transmitter sends under names that nobody knows. */
export const fieldsQuery = (id: number) =>
  queryOptions({
    queryKey: ['controller', id, 'field'],
    queryFn: () => call(api.controller[':id'].field.$get({ param: { id: String(id) } })),
  })

/** Says what one of them is; what is shown of the scales changes with it. */
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
