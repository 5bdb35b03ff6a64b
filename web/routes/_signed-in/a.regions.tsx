import { createFileRoute } from '@tanstack/react-router'
import { RegionSearch } from '../../features/regions/region-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/a/regions')({
  validateSearch: RegionSearch,
  component: lazyScreen(() => import('./-administered-regions-page.tsx'), 'AdministeredRegionsPage'),
  staticData: { title: 'settings-screen.tab.regions' },
})
