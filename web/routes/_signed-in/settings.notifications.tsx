import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/notifications')({
  component: lazyRouteComponent(() => import('./-notifications-page.tsx'), 'NotificationsPage'),
  staticData: { title: 'settings-screen.tab.notifications' },
})
