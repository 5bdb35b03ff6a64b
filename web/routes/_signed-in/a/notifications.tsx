import { createFileRoute } from '@tanstack/react-router'
import { readSentSearch } from '../../../features/alerts/sent-notifications/sent-search.ts'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/notifications')({
  validateSearch: readSentSearch,
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'SentPage', 'administration'),
  staticData: { title: 'administration-notifications.title' },
})
