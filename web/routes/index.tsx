import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { CheckingLogin } from '../features/session/checking-login.tsx'
import { fromPath } from '../features/session/from-path.ts'
import { restoreSession } from '../features/session/restore-session.ts'
import { isSignedIn, readStoredUser, session } from '../features/session/session-state.ts'

const Search = v.object({ from: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/')({
  validateSearch: Search,
  beforeLoad: async ({ search }) => {
    if (readStoredUser()) await restoreSession()
    if (isSignedIn(session.phase)) throw redirect({ href: fromPath(search.from), replace: true })
  },
  pendingComponent: CheckingLogin,
  pendingMs: 0,
  pendingMinMs: 0,
  component: lazyRouteComponent(() => import('../features/session/sign-in-screen.tsx'), 'SignInScreen'),
  staticData: { title: 'session.signIn' },
})
