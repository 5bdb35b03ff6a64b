import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/controllers/')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'OwnControllersPage'),
  staticData: { title: 'settings-screen.tab.controllers' },
})
