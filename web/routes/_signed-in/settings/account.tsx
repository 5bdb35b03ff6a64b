import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/account')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'AccountPage'),
  staticData: { title: 'settings-screen.tab.account' },
})
