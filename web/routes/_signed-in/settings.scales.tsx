import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/scales')({
  component: lazyRouteComponent(() => import('./-scales-page.tsx'), 'ScalesPage'),
  staticData: { title: 'settings-screen.tab.scales' },
})
