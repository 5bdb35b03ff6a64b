import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/scales')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'ScalesPage'),
  staticData: { title: 'settings-screen.tab.scales' },
})
