import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/notifications')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'NotificationsPage'),
  staticData: { title: 'settings-screen.tab.notifications' },
})
