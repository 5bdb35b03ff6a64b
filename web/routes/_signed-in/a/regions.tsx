import { createFileRoute } from '@tanstack/react-router'
import { readRegionSearch } from '../../../features/hives/regions/region-search.ts'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/regions')({
  validateSearch: readRegionSearch,
  beforeLoad: requireAdministrator,
  component: lazyScreen(() => import('../../-pieces/administration.ts'), 'AdministeredRegionsPage'),
  staticData: { title: 'settings-screen.tab.regions' },
})
