import { useQuery } from '@tanstack/react-query'
import type { DigestWay } from '#domain/insight/season-digest.ts'
import { channelsQuery, waysQuery } from '../../features/alerts/notifications/notification-queries.ts'

/** How the week of one's hives can come now: by mail where the server sends some, by push where a device shows it. Undefined until it is known. */
export function useDigestWays(): DigestWay[] | undefined {
  const { data: ways } = useQuery(waysQuery)
  const { data: channels } = useQuery(channelsQuery)
  if (!ways || !channels) return undefined
  const rings = channels.some(({ type, status }) => type === 'push' && (status === 'active' || status === 'failing'))
  return [...(ways.email ? (['email'] as const) : []), ...(rings ? (['push'] as const) : [])]
}
