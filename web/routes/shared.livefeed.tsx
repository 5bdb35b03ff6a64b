import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/shared/livefeed')({
  component: lazyRouteComponent(() => import('./-shared/shared-page.tsx'), 'SharedPage'),
  staticData: { title: 'share.page' },
})
