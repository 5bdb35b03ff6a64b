import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ClaimSearch } from '../../features/controllers/claim-search.ts'

export const Route = createFileRoute('/_signed-in/settings/register')({
  validateSearch: ClaimSearch,
  component: lazyRouteComponent(() => import('./-register-page.tsx'), 'RegisterPage'),
  staticData: { title: 'settings-screen.tab.register' },
})
