import { createFileRoute } from '@tanstack/react-router'
import { readRegionSearch } from '../../../features/hives/regions/region-search.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/regions')({
  validateSearch: readRegionSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'SettingsRegionsPage'),
  staticData: { title: 'settings-screen.tab.regions' },
})
