import { createFileRoute } from '@tanstack/react-router'
import { readAnalysisSearch } from '../../features/insight/analysis/analysis-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/analysis')({
  validateSearch: readAnalysisSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'AnalysisPage'),
  staticData: { title: 'analysis.title' },
})
