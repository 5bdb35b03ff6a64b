import {
  queryOptions,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { ClaimBody, Controller, ControllerBody } from '#domain/hives/controller.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keepVisible } from '../../../offline/keep-visible.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const key = ['controller']
const saving = [...key, 'save']

/** Refetch when a screen opens, except while an edit is being saved: the server would return the old state. */
export const useFreshOnMount = (): 'always' | false => (useIsMutating({ mutationKey: saving }) > 0 ? false : 'always')

/** Own and watched transmitters. */
export const controllersQuery = queryOptions({
  queryKey: key,
  queryFn: async () => keepVisible('controllers', await call(api.controller.$get())),
  ...keptOffline,
})

/** Someone else's transmitter, as administrators and managers see it; `null` if they see none with this id. */
const foreignControllerQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'controller', 'seen', id],
    queryFn: () =>
      call(api.controller[':id'].$get({ param: { id: String(id) } })).catch((error: unknown) => {
        // an address may hold anything: what cannot be an id is refused with 400
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }),
  })

/** Returns one of these transmitters, or one visible to administrators and managers; `null` if there is none with this id. */
export function useController(id: number): UseQueryResult<Controller | null> {
  const near = useQuery({
    ...controllersQuery,
    refetchOnMount: useFreshOnMount(),
    select: (controllers) => controllers.find((one) => one.id === id) ?? null,
  })
  const foreign = useQuery({ ...foreignControllerQuery(id), enabled: near.data === null })
  return near.data === null ? foreign : near
}

export type ControllerChanges = InferInput<typeof ControllerBody>

/** Changes a transmitter; lists show it at once and revert if the server refuses. */
export function useEditController() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: saving,
    mutationFn: ({ id, changes }: { id: number; changes: ControllerChanges }) =>
      call(api.controller[':id'].$post({ param: { id: String(id) }, json: changes })),
    onMutate: async ({ id, changes }) => {
      const [inList, onDashboard] = await Promise.all([
        editInList<Controller>(key, id, changes as Partial<Controller>),
        editInList<DashboardController>(['dashboard'], id, changes as Partial<DashboardController>),
      ])
      return () => {
        inList()
        onDashboard()
      }
    },
    onError: (_error, _variables, takeBack) => takeBack?.(),
    onSettled: () =>
      void Promise.all([key, ['dashboard'], ['admin']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** Registers a transmitter for this user. */
export function useClaimController() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InferInput<typeof ClaimBody>) => call(api.registration.controller.$post({ json: body })),
    onSuccess: () => queryClient.invalidateQueries(),
    // it may have been claimed anyway if only the answer was lost
    onError: () => void queryClient.invalidateQueries({ queryKey: key }),
    meta: { tellsItself: true },
  })
}

/** Makes a new key for a transmitter, which only this reply contains. Sending it again after a missing answer gives the same key. */
export function useRenewDeviceKey() {
  const queryClient = useQueryClient()
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: (asked: { id: number; overTheAir: boolean }) =>
      call(
        api.controller[':id'].deviceKey.$post({
          param: { id: String(asked.id) },
          json: { id: idOf(asked), overTheAir: asked.overTheAir },
        }),
      ),
    onSuccess: () => {
      forget()
      return queryClient.invalidateQueries({ queryKey: key })
    },
  })
}

/** Archives the scale on a channel. */
export function useArchiveChannel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, channel }: { id: number; channel: number }) =>
      call(
        api.controller[':id'].channel[':channel'].archive.$post({
          param: { id: String(id), channel: String(channel) },
        }),
      ),
    onSuccess: () =>
      Promise.all([key, ['scale'], ['dashboard']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
