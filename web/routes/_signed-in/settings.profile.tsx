import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/profile')({
  component: lazyRouteComponent(() => import('../../features/session/profile-screen.tsx'), 'ProfileScreen'),
  staticData: { title: 'settings-screen.tab.profile' },
})
