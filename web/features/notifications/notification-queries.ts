import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { keptOffline } from '../../offline/query-cache.ts'
import { refreshSubscription, subscribeDevice, unsubscribeDevice } from './push-subscription.ts'

const key = ['notification']

/** Where this user's alarms are sent to. */
export const channelsQuery = queryOptions({
  queryKey: [...key, 'channels'],
  queryFn: () => call(api.notification.$get()),
  ...keptOffline,
})

/** The channel that is this very device, or null. To be asked once at every start: it also renews what was lost. */
export const thisDeviceQuery = queryOptions({
  queryKey: [...key, 'this-device'],
  queryFn: async () => (await refreshSubscription()) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}

/** Makes this device ring; only from a click, since it asks for the permission. */
export function useRingHere() {
  return useMutation({ mutationFn: subscribeDevice, onSettled: useRefresh(), meta: { tellsItself: true } })
}

export function useAddEmail() {
  return useMutation({
    mutationFn: (address: string) => call(api.notification.$post({ json: { type: 'email', address } })),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useTestChannel() {
  return useMutation({
    mutationFn: (id: number) => call(api.notification[':id'].test.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}

/** Removes a channel; when it is this device, its subscription ends too. */
export function useRemoveChannel() {
  return useMutation({
    mutationFn: async ({ id, isThisDevice }: { id: number; isThisDevice: boolean }) => {
      const reply = await call(api.notification[':id'].remove.$post({ param: { id: String(id) } }))
      if (isThisDevice) await unsubscribeDevice()
      return reply
    },
    onSettled: useRefresh(),
  })
}
