import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shared/timeline')({
  component: lazyScreen(() => import('./-shared/shared-page.tsx'), 'SharedPage'),
  staticData: { title: 'share.page' },
})
