import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alarmsArriveOn } from '#domain/alerts/notification.ts'
import { watchedChannelsQuery } from '../../features/alerts/notifications/notification-queries.ts'
import { setAlarmsArrive } from '../../features/people/session/session-state.ts'

/**
 * While somebody looks at their channels, tracks whether alarms reach them: Today shows this too, but does not ask again before the next visit. `controllers`:
 * the transmitters they see, once known.
 */
export function useAlarmsArrive(controllers: readonly { id: number; access: string }[] | undefined): void {
  const { data, isFetchedAfterMount } = useQuery(watchedChannelsQuery)
  const seen = controllers?.map(({ id, access }) => ({ id, isOwn: access === 'own' }))
  const arrive = isFetchedAfterMount && data && seen ? alarmsArriveOn(data, seen) : undefined
  useEffect(() => {
    if (arrive !== undefined) setAlarmsArrive(arrive)
  }, [arrive])
}
