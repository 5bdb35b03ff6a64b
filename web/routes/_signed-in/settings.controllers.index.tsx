import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/controllers/')({
  component: lazyRouteComponent(() => import('../../features/controllers/controllers-screen.tsx'), 'ControllersScreen'),
  staticData: { title: 'settings-screen.tab.controllers' },
})
