import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/password/reset/$token')({
  component: lazyScreen(() => import('./-pieces/session.ts'), 'PasswordResetPage'),
  staticData: { title: 'session.reset.title' },
})
