import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/outbox')({
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'OutboxPage'),
  staticData: { title: 'outbox.title' },
})
