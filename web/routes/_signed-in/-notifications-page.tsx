import { useQuery } from '@tanstack/react-query'
import { controllersQuery } from '../../features/controllers/controller-queries.ts'
import { InstallationCard } from '../../features/installation/installation-card.tsx'
import { NotificationsScreen } from '../../features/notifications/notifications-screen.tsx'

export function NotificationsPage() {
  const { data: controllers = [] } = useQuery(controllersQuery)
  const places = controllers.map(({ id, name, access, remainingNotifications }) => ({
    id,
    name,
    isOwn: access === 'own',
    remaining: remainingNotifications,
  }))
  return <NotificationsScreen places={places} installation={<InstallationCard />} />
}
