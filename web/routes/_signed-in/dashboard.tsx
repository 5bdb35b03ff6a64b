import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/dashboard')({
  component: lazyRouteComponent(() => import('../../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  staticData: { title: 'app.nav.dashboard' },
})
