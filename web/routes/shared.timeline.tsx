import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/shared/timeline')({
  component: lazyRouteComponent(() => import('./-shared/shared-page.tsx'), 'SharedPage'),
  staticData: { title: 'share.page' },
})
