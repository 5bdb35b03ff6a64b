import { createFileRoute } from '@tanstack/react-router'
import { readAdministeredSearch } from '../../../features/hives/controllers/administration/administered-search.ts'
import { requireManager } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/m/controllers')({
  validateSearch: readAdministeredSearch,
  beforeLoad: requireManager,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'AffiliatedControllersPage', 'administration'),
  staticData: { title: 'administration-controllers.title' },
})
