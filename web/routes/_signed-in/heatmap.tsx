import { createFileRoute } from '@tanstack/react-router'
import { readHeatmapSearch } from '../../features/insight/heatmap/heatmap-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/heatmap')({
  validateSearch: readHeatmapSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'HeatmapPage'),
  staticData: { title: 'heatmap.title' },
})
