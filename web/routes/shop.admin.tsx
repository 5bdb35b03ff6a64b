import { createFileRoute } from '@tanstack/react-router'
import { CheckingLogin } from '../features/people/session/checking-login.tsx'
import { restoreSession } from '../features/people/session/restore-session.ts'
import { readStoredUser } from '../features/people/session/session-state.ts'
import { lazyScreen } from './-lazy-screen.ts'

/** Anybody may come here; who is no administrator is told so, with the way in. */
export const Route = createFileRoute('/shop/admin')({
  beforeLoad: async () => {
    if (readStoredUser()) await restoreSession()
  },
  pendingComponent: CheckingLogin,
  pendingMs: 0,
  pendingMinMs: 0,
  component: lazyScreen(() => import('./-shop-admin-page.tsx'), 'ShopAdminPage', 'shop'),
  staticData: { title: 'shop-orders.title' },
})
