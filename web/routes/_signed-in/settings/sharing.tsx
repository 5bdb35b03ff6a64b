import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/sharing')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'SharingPage'),
  staticData: { title: 'settings-screen.tab.sharing' },
})
