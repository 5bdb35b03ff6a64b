import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/profile')({
  component: lazyScreen(() => import('../../features/people/session/profile-screen.tsx'), 'ProfileScreen'),
  staticData: { title: 'settings-screen.tab.profile' },
})
