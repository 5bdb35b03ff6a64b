import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { START_PATH } from '../features/session/from-path.ts'
import { isSignedIn, session } from '../features/session/session-state.ts'

export const Route = createFileRoute('/registration')({
  beforeLoad: () => {
    if (isSignedIn(session.phase)) throw redirect({ to: START_PATH, replace: true })
  },
  component: lazyRouteComponent(() => import('../features/session/registration-screen.tsx'), 'RegistrationScreen'),
  staticData: { title: 'registration.title' },
})
