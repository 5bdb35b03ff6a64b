import { createFileRoute } from '@tanstack/react-router'
import { readHiveSearch } from '../../features/hives/hive/hive-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/scaleoverview/$expand/$scaleId')({
  validateSearch: readHiveSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'HivePage'),
  staticData: { title: 'hive.title' },
})
