import { createFileRoute } from '@tanstack/react-router'
import { readClaimSearch } from '../../../features/hives/controllers/claim/claim-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/register')({
  validateSearch: readClaimSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'RegisterPage'),
  staticData: { title: 'settings-screen.tab.register' },
})
