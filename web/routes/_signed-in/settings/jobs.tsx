import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/jobs')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'JobsPage'),
  staticData: { title: 'job.title' },
})
