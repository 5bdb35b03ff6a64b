import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/alarms')({
  component: lazyRouteComponent(() => import('./-alarms-page.tsx'), 'AlarmsPage'),
  staticData: { title: 'app.nav.alarms' },
})
