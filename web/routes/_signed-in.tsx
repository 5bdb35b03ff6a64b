import { createFileRoute, redirect } from '@tanstack/react-router'
import { CheckingLogin } from '../features/people/session/checking-login.tsx'
import { restoreSession } from '../features/people/session/restore-session.ts'
import { isSignedIn, readStoredUser, session } from '../features/people/session/session-state.ts'
import { SignedInGate } from '../features/people/session/signed-in-gate.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    await restoreSession()
    if (!isSignedIn(session.phase)) throw redirect({ to: '/', search: { from: location.href }, replace: true })
  },
  pendingComponent: CheckingLogin,
  // a known device has something to show at once
  pendingMs: readStoredUser() ? 1000 : 0,
  pendingMinMs: 0,
  component: SignedInGate,
})
