import { createFileRoute } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { loadTexts } from '../../../i18n/locale-state.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/audit')({
  beforeLoad: requireAdministrator,
  component: lazyScreen(
    // the codes of orders have their texts there
    async () => (await Promise.all([import('../../-pieces/administration.ts'), loadTexts('shop')]))[0],
    'AuditPage',
    'administration',
  ),
  staticData: { title: 'administration-audit.title' },
})
