import { createFileRoute } from '@tanstack/react-router'
import { readAdministeredSearch } from '../../../features/hives/controllers/administration/administered-search.ts'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/controllers/')({
  validateSearch: readAdministeredSearch,
  beforeLoad: requireAdministrator,
  component: lazyScreen(
    () => import('../../-pieces/administration.ts'),
    'AdministeredControllersPage',
    'administration',
  ),
  staticData: { title: 'administration-controllers.title' },
})
