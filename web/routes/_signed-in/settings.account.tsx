import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings/account')({
  component: lazyRouteComponent(() => import('./-account-page.tsx'), 'AccountPage'),
  staticData: { title: 'settings-screen.tab.account' },
})
