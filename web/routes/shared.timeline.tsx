import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/shared/timeline')({
  component: lazyScreen(() => import('./-pieces/hives.ts'), 'SharedPage'),
  staticData: { title: 'share.page' },
})
