import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ForwardingBody, ForwardingEditBody } from '#domain/exchange/forwarding.ts'
import { MINUTE_MS } from '#domain/platform/durations.ts'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const keyOf = (controllerId: number) => ['forwarding', controllerId]

/** Where the readings of a transmitter are forwarded to, by channel. */
export const forwardingsQuery = (controllerId: number) =>
  queryOptions({
    queryKey: keyOf(controllerId),
    queryFn: () => call(api.controller[':id'].forwarding.$get({ param: { id: String(controllerId) } })),
    staleTime: 0,
    refetchInterval: MINUTE_MS,
    ...keptOffline,
  })

const parameterOf = (controllerId: number, channel: number) => ({ id: String(controllerId), channel: String(channel) })

const saving = ['save-forwarding']

/** Whether a forwarding is being saved. */
export const useIsSaving = (): boolean => useIsMutating({ mutationKey: saving }) > 0

/** The last readings of a channel, for trying templates. */
export const previewQuery = (controllerId: number, channel: number) =>
  queryOptions({
    queryKey: ['forwarding-preview', controllerId, channel],
    queryFn: () =>
      call(
        api.controller[':id'].channel[':channel'].forwarding.preview.$get({
          param: parameterOf(controllerId, channel),
        }),
      ),
  })

/** Not awaited: without a network that would take until it is back. */
function useRefresh(controllerId: number): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keyOf(controllerId) })
}

export function useAddForwarding(controllerId: number) {
  return useMutation({
    mutationKey: saving,
    mutationFn: ({ channel, body }: { channel: number; body: ForwardingBody }) =>
      call(
        api.controller[':id'].channel[':channel'].forwarding.$post({
          param: parameterOf(controllerId, channel),
          json: body,
        }),
      ),
    onSettled: useRefresh(controllerId),
    meta: { tellsItself: true },
  })
}

export function useEditForwarding(controllerId: number) {
  return useMutation({
    mutationKey: saving,
    mutationFn: ({ id, changes }: { id: number; changes: ForwardingEditBody }) =>
      call(api.controller.forwarding[':id'].$post({ param: { id: String(id) }, json: changes })),
    onSettled: useRefresh(controllerId),
    meta: { tellsItself: true },
  })
}

/** Pauses or resumes a forwarding; a failure is shown in a toast. */
export function usePauseForwarding(controllerId: number) {
  return useMutation({
    mutationFn: ({ id, paused }: { id: number; paused: boolean }) =>
      call(api.controller.forwarding[':id'].$post({ param: { id: String(id) }, json: { paused } })),
    onSettled: useRefresh(controllerId),
  })
}

export function useConfirmAddress(controllerId: number) {
  return useMutation({
    mutationFn: ({ id, code }: { id: number; code: string }) =>
      call(api.controller.forwarding[':id'].confirm.$post({ param: { id: String(id) }, json: { code } })),
    onSettled: useRefresh(controllerId),
    meta: { tellsItself: true },
  })
}

export function useMailCode(controllerId: number) {
  return useMutation({
    mutationFn: (id: number) => call(api.controller.forwarding[':id'].code.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(controllerId),
  })
}

/** Sends the newest readings immediately. */
export function useTestForwarding(controllerId: number) {
  return useMutation({
    mutationFn: (id: number) => call(api.controller.forwarding[':id'].test.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(controllerId),
  })
}

export function useRemoveForwarding(controllerId: number) {
  return useMutation({
    mutationFn: (id: number) => call(api.controller.forwarding[':id'].$delete({ param: { id: String(id) } })),
    onSettled: useRefresh(controllerId),
  })
}
