import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/setup')({
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'SetupPage'),
  staticData: { title: 'setup.title' },
})
