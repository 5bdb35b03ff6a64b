import { createFileRoute } from '@tanstack/react-router'
import { requireManager } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/m/affiliateNotification')({
  beforeLoad: requireManager,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'NoticesPage', 'administration'),
  staticData: { title: 'administration-notices.title' },
})
