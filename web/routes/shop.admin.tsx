import { createFileRoute, redirect } from '@tanstack/react-router'
import { CheckingLogin } from '../features/people/session/checking-login.tsx'
import { restoreSession } from '../features/people/session/restore-session.ts'
import { isSignedIn, session } from '../features/people/session/session-state.ts'
import { lazyScreen } from './-lazy-screen.ts'

/** People who are not administrators get a message saying so. */
export const Route = createFileRoute('/shop/admin')({
  beforeLoad: async ({ location }) => {
    await restoreSession()
    if (!isSignedIn(session.phase)) throw redirect({ to: '/', search: { from: location.href }, replace: true })
  },
  pendingComponent: CheckingLogin,
  pendingMs: 0,
  pendingMinMs: 0,
  component: lazyScreen(() => import('./-pieces/administration.ts'), 'ShopAdminPage', 'shop'),
  staticData: { title: 'shop-orders.title' },
})
