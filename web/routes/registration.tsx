import { createFileRoute, redirect } from '@tanstack/react-router'
import { START_PATH } from '../features/session/from-path.ts'
import { isSignedIn, session } from '../features/session/session-state.ts'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/registration')({
  beforeLoad: () => {
    if (isSignedIn(session.phase)) throw redirect({ to: START_PATH, replace: true })
  },
  component: lazyScreen(() => import('../features/session/registration-screen.tsx'), 'RegistrationScreen'),
  staticData: { title: 'registration.title' },
})
