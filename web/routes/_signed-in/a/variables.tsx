import { createFileRoute } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/variables')({
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'VariablesPage', 'administration'),
  staticData: { title: 'administration-variables.title' },
})
