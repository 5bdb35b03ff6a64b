import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/register')({
  component: lazyRouteComponent(() => import('../../features/controllers/claim-screen.tsx'), 'ClaimScreen'),
  staticData: { title: 'settings-screen.tab.register' },
})
