import { queryOptions } from '@tanstack/react-query'
import { refreshSubscription } from './push-subscription.ts'

export const notificationKey = ['notification']

export const channelsKey = [...notificationKey, 'channels']

/** The channel that is this device, or null. Query it once at every start: doing so also renews what was lost. */
export const thisDeviceQuery = queryOptions({
  queryKey: [...notificationKey, 'this-device'],
  queryFn: async ({ client }) => {
    const device = await refreshSubscription()
    if (device?.isRenewed) void client.invalidateQueries({ queryKey: channelsKey })
    return device?.id ?? null
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
