import { createFileRoute, redirect } from '@tanstack/react-router'
import { fromPath, readFromSearch } from '../features/people/session/from-path.ts'
import { isSignedIn, session } from '../features/people/session/session-state.ts'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/registration')({
  validateSearch: readFromSearch,
  beforeLoad: ({ search }) => {
    if (isSignedIn(session.phase)) throw redirect({ href: fromPath(search.from), replace: true })
  },
  component: lazyScreen(() => import('./-pieces/session.ts'), 'RegistrationScreen'),
  staticData: { title: 'registration.title' },
})
