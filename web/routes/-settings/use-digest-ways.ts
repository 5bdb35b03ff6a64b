import { useQuery } from '@tanstack/react-query'
import type { DigestWay } from '#domain/insight/season-digest.ts'
import { channelsQuery, waysQuery } from '../../features/alerts/notifications/notification-queries.ts'

/**
 * The ways the weekly message about the hives can be delivered now: by mail if the server sends mail, by push if a device receives it. Undefined until known.
 */
export function useDigestWays(): DigestWay[] | undefined {
  const { data: ways } = useQuery(waysQuery)
  const { data: channels } = useQuery(channelsQuery)
  if (!ways || !channels) return undefined
  const rings = channels.some(({ type, status }) => type === 'push' && (status === 'active' || status === 'failing'))
  return [...(ways.email ? (['email'] as const) : []), ...(rings ? (['push'] as const) : [])]
}
