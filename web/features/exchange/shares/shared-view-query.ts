import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'

const REFRESH_MS = 300_000

/** What the link in the address bar shows; refetched every 5 minutes until a request fails, as when the link is revoked. */
export const sharedViewQuery = queryOptions({
  queryKey: ['share', 'view'],
  queryFn: () => call(api.share.view.$get()),
  refetchInterval: ({ state }) => (state.error ? false : REFRESH_MS),
})
