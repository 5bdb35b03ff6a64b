import { queryOptions } from '@tanstack/react-query'
import { refreshSubscription } from './push-subscription.ts'

export const notificationKey = ['notification']

/** The channel that is this very device, or null. To be asked once at every start: it also renews what was lost. */
export const thisDeviceQuery = queryOptions({
  queryKey: [...notificationKey, 'this-device'],
  queryFn: async () => (await refreshSubscription()) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
