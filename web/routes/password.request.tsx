import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/password/request')({
  component: lazyScreen(() => import('./-pieces/session.ts'), 'PasswordRequestScreen'),
  staticData: { title: 'session.forgotten' },
})
