import { createFileRoute } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/audit')({
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'AuditScreen', 'administration'),
  staticData: { title: 'administration-audit.title' },
})
