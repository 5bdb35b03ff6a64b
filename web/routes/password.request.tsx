import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/password/request')({
  component: lazyScreen(
    () => import('../features/people/session/password-request-screen.tsx'),
    'PasswordRequestScreen',
  ),
  staticData: { title: 'session.forgotten' },
})
