import { createFileRoute, redirect } from '@tanstack/react-router'
import { CheckingLogin } from '../features/people/session/checking-login.tsx'
import { FromSearch, fromPath } from '../features/people/session/from-path.ts'
import { restoreSession } from '../features/people/session/restore-session.ts'
import { isSignedIn, readStoredUser, session } from '../features/people/session/session-state.ts'
import { firstScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/')({
  validateSearch: FromSearch,
  beforeLoad: async ({ search }) => {
    if (readStoredUser()) await restoreSession()
    if (isSignedIn(session.phase)) throw redirect({ href: fromPath(search.from), replace: true })
  },
  pendingComponent: CheckingLogin,
  pendingMs: 0,
  pendingMinMs: 0,
  component: firstScreen(() => import('../features/people/session/sign-in-screen.tsx'), 'SignInScreen'),
  staticData: { title: 'session.signIn' },
})
