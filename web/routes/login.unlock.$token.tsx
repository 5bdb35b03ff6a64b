import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/login/unlock/$token')({
  component: lazyScreen(() => import('./-pieces/session.ts'), 'UnlockPage'),
  staticData: { title: 'session.signIn' },
})
