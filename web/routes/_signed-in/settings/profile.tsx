import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/profile')({
  component: lazyScreen(() => import('../../../features/people/session/session-parts.ts'), 'ProfileScreen'),
  staticData: { title: 'settings-screen.tab.profile' },
})
