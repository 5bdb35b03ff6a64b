import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { NotificationsScreen } from '../../features/alerts/notifications/notifications-screen.tsx'
import { pushSupport } from '../../features/alerts/notifications/push-subscription.ts'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { InstallationCard } from '../../features/platform/installation/installation-card.tsx'
import { installation } from '../../features/platform/installation/installation-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { useAlarmsArrive } from './use-alarms-arrive.ts'
import { WeekPart } from './week-part.tsx'

/** Rendered only once the transmitters are known: choosing from an empty list would remove those a channel rings for. */
export function NotificationsPage() {
  const controllers = useQuery(controllersQuery)
  useAlarmsArrive(controllers.data)
  const installsFirst = useSnapshot(installation).way === 'by-hand' && pushSupport() === 'unsupported'
  return (
    <Loaded query={controllers} age={false}>
      {(list) => (
        <NotificationsScreen
          places={list.map(({ id, name, access, remainingNotifications }) => ({
            id,
            name,
            isOwn: access === 'own',
            remaining: remainingNotifications,
          }))}
          week={<WeekPart />}
          installation={<InstallationCard />}
          installsFirst={installsFirst}
        />
      )}
    </Loaded>
  )
}
