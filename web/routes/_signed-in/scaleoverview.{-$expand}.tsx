import { createFileRoute } from '@tanstack/react-router'
import { readTimelineSearch } from '../../features/hives/timeline/state/timeline-search.ts'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/scaleoverview/{-$expand}')({
  validateSearch: readTimelineSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'TimelinePage'),
  staticData: { title: 'timeline.title' },
})
