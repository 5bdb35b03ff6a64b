import { createFileRoute } from '@tanstack/react-router'
import { readControllerSearch } from '../../../features/hives/controllers/controller-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/controllers/$controllerId')({
  validateSearch: readControllerSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'ControllerPage'),
  staticData: { title: 'settings-screen.tab.controllers' },
})
