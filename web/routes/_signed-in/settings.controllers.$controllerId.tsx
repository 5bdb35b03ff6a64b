import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/controllers/$controllerId')({
  component: lazyRouteComponent(() => import('./-controller-page.tsx'), 'ControllerPage'),
  staticData: { title: 'settings-screen.tab.controllers' },
})
