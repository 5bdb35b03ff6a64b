import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isHeard } from '#domain/alerts/notification.ts'
import { watchedChannelsQuery } from '../../features/alerts/notifications/notification-queries.ts'
import { setAlarmsArrive } from '../../features/people/session/session-state.ts'

/** Follows whether alarms arrive while somebody looks at their channels: Today says it, too, and is not asked again before the next visit. */
export function useAlarmsArrive(): void {
  const { data, isFetchedAfterMount } = useQuery(watchedChannelsQuery)
  const arrive = isFetchedAfterMount ? data?.some(isHeard) : undefined
  useEffect(() => {
    if (arrive !== undefined) setAlarmsArrive(arrive)
  }, [arrive])
}
