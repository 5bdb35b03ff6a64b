import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/sharing')({
  component: lazyRouteComponent(() => import('./-sharing-page.tsx'), 'SharingPage'),
  staticData: { title: 'settings-screen.tab.sharing' },
})
