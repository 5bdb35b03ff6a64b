import { createFileRoute } from '@tanstack/react-router'
import { ControllerSearch } from '../../features/hives/controllers/controller-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/controllers/$controllerId')({
  validateSearch: ControllerSearch,
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'ControllerPage'),
  staticData: { title: 'settings-screen.tab.controllers' },
})
