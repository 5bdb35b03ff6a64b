import { createFileRoute, redirect } from '@tanstack/react-router'
import { CheckingLogin } from '../features/people/session/checking-login.tsx'
import { fromPath, readFromSearch } from '../features/people/session/from-path.ts'
import { restoreSession } from '../features/people/session/restore-session.ts'
import { isSignedIn, readStoredUser, session } from '../features/people/session/session-state.ts'
import { SignInScreen } from '../features/people/session/sign-in-screen.tsx'

export const Route = createFileRoute('/')({
  validateSearch: readFromSearch,
  beforeLoad: async ({ search }) => {
    if (readStoredUser()) await restoreSession()
    if (isSignedIn(session.phase)) throw redirect({ href: fromPath(search.from), replace: true })
  },
  pendingComponent: CheckingLogin,
  // a known device has something to show at once
  pendingMs: readStoredUser() ? 1000 : 0,
  pendingMinMs: 0,
  component: SignInScreen,
  staticData: { title: 'session.signIn' },
})
