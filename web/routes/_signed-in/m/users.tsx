import { createFileRoute } from '@tanstack/react-router'
import { requireManager } from '../../../features/people/session/require-role.ts'
import { readUserSearch } from '../../../features/people/users/user-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/m/users')({
  validateSearch: readUserSearch,
  beforeLoad: requireManager,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'AffiliatedUsersPage', 'administration'),
  staticData: { title: 'administration-users.title' },
})
