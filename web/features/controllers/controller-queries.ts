import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { ClaimBody, Controller, ControllerBody } from '#domain/controller.ts'
import { api, call } from '../../api/client.ts'
import { editInList } from '../../offline/edit-in-list.ts'
import { keptOffline } from '../../offline/query-cache.ts'

const key = ['controller']

/** Own and watched transmitters. */
export const controllersQuery = queryOptions({
  queryKey: key,
  queryFn: () => call(api.controller.$get()),
  ...keptOffline,
})

export type ControllerChanges = InferInput<typeof ControllerBody>

/** Changes a transmitter; the lists show it at once and take it back when the server refuses. */
export function useEditController() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ControllerChanges }) =>
      call(api.controller[':id'].$post({ param: { id: String(id) }, json: changes })),
    onMutate: ({ id, changes }) => editInList<Controller>(key, id, changes as Partial<Controller>),
    onError: (_error, _variables, takeBack) => takeBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/** Registers a transmitter for this user. */
export function useClaimController() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InferInput<typeof ClaimBody>) => call(api.registration.controller.$post({ json: body })),
    onSuccess: () => queryClient.invalidateQueries(),
    meta: { tellsItself: true },
  })
}

export function useRenewDeviceKey() {
  return useMutation({
    mutationFn: (id: number) => call(api.controller[':id'].deviceKey.$post({ param: { id: String(id) } })),
  })
}
