import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { TimelineSearch } from '../../features/timeline/timeline-search.ts'

export const Route = createFileRoute('/_signed-in/scaleoverview/{-$expand}')({
  validateSearch: TimelineSearch,
  component: lazyRouteComponent(() => import('../-timeline/timeline-page.tsx'), 'TimelinePage'),
  staticData: { title: 'timeline.title' },
})
