import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  isHeard,
  type NotificationChannel,
  type NotificationEdit,
  type ServiceType,
} from '#domain/alerts/notification.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { useSavedBefore } from '../../../api/use-saved-before.ts'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { subscribeDevice, unsubscribeDevice } from './push-subscription.ts'
import { channelsKey, notificationKey as key } from './this-device-query.ts'

/** The channels that this user's alarms are sent to. */
export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  queryFn: () => call(api.notification.$get()),
  ...keptOffline,
})

/** Whether something was sent to a channel and nobody knows whether it arrived. */
export const isUnheard = (channel: NotificationChannel): boolean =>
  channel.lastDelivered !== null && (channel.status === 'active' || channel.status === 'failing') && !isHeard(channel)

const ASK_AGAIN_MS = 3000
const ASKED_AT_MOST = 100

/** Like `channelsQuery`, but refetched for a while as long as a device may be about to confirm that it showed what was sent. */
export const watchedChannelsQuery = queryOptions({
  ...channelsQuery,
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    dataUpdateCount < ASKED_AT_MOST && data?.some((channel) => channel.type === 'push' && isUnheard(channel))
      ? ASK_AGAIN_MS
      : false,
})

/** What this server can send by, besides push. */
export const waysQuery = queryOptions({
  queryKey: [...key, 'ways'],
  queryFn: () => call(api.notification.ways.$get()),
  ...keptOffline,
})

/** Whether hints may suggest an e-mail address, as a value for their texts. Until known, 'yes', as on most servers. */
export const useEmailWay = (): { email: 'yes' | 'no' } => ({
  email: useQuery(waysQuery).data?.email === false ? 'no' : 'yes',
})

/** Not awaited: without a network that would take until it is back, and nobody would learn why a change failed. */
function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: key })
}

/** Makes this device ring and returns the id of its channel. Call only from a click, since it asks for permission. */
export function useRingHere() {
  return useMutation({
    mutationFn: async () => (await subscribeDevice()).id,
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useAddChannel(type: 'email' | 'sms') {
  return useMutation({
    mutationFn: (address: string) => call(api.notification.$post({ json: { type, address, timeZone: zoneHere() } })),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

/** Adds a service and sends it a test. `fault`: why the test failed although the channel was added. */
export function useAddService() {
  return useMutation({
    mutationFn: async (body: NewService) => {
      const { id, signingSecret } = await call(api.notification.$post({ json: { ...body, timeZone: zoneHere() } }))
      const tested = await call(api.notification[':id'].test.$post({ param: { id: String(id) } })).then(
        () => undefined,
        (error: unknown) => error,
      )
      return { signingSecret, fault: tested }
    },
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}
type NewService = { type: ServiceType; address: string; server?: string; token?: string }

/** The last messages of a webhook. */
export const webhookLogQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'log', id],
    queryFn: () => call(api.notification[':id'].log.$get({ param: { id: String(id) } })),
  })

export function useResend(id: number) {
  return useMutation({
    mutationFn: (deliveryId: number) =>
      call(
        api.notification[':id'].log[':deliveryId'].resend.$post({
          param: { id: String(id), deliveryId: String(deliveryId) },
        }),
      ),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

/** Makes a new signing secret, which only this reply contains. Sending it again after a missing answer gives the same secret. */
export function useRenewSecret(id: number) {
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: () => call(api.notification[':id'].secret.$post({ param: { id: String(id) }, json: { id: idOf({}) } })),
    onSuccess: forget,
  })
}

/** Changes what a channel rings for. */
export function useEditChannel() {
  const savedBefore = useSavedBefore()
  return useMutation({
    mutationFn: ({ id, edit }: { id: number; edit: NotificationEdit }) =>
      savedBefore(call(api.notification[':id'].$post({ param: { id: String(id) }, json: edit }))),
    onSuccess: ({ message: _, ...channel }) =>
      'id' in channel && editInList<NotificationChannel>(channelsQuery.queryKey, channel.id, channel),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useConfirmNumber(id: number) {
  return useMutation({
    mutationFn: (code: string) =>
      call(api.notification[':id'].confirm.$post({ param: { id: String(id) }, json: { code } })),
    onSettled: useRefresh(),
    meta: { tellsItself: true },
  })
}

export function useSendCode(id: number) {
  return useMutation({
    mutationFn: () => call(api.notification[':id'].code.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}

export function useTestChannel() {
  return useMutation({
    mutationFn: (id: number) => call(api.notification[':id'].test.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}

/** Confirms that what was sent to a channel has arrived. */
export function useHearChannel() {
  return useMutation({
    mutationFn: (id: number) => call(api.notification[':id'].heard.$post({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}

/** Removes a channel; if it is this device, also ends its push subscription. */
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
