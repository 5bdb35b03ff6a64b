import { createFileRoute } from '@tanstack/react-router'
import { HiveSearch } from '../../features/hives/hive/hive-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/scaleoverview/$expand/$scaleId')({
  validateSearch: HiveSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'HivePage'),
  staticData: { title: 'hive.title' },
})
