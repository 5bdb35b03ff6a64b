import { createFileRoute } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { readUserSearch } from '../../../features/people/users/user-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/users')({
  validateSearch: readUserSearch,
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'UsersPage', 'administration'),
  staticData: { title: 'administration-users.title' },
})
