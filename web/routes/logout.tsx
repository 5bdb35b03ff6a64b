import { createFileRoute, redirect } from '@tanstack/react-router'
import { signOut } from '../features/people/session/sign-out.ts'
import { changesWait, knowOutbox } from '../offline/outbox.ts'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ preload }) => {
    if (preload) return
    // opened directly, for example from a link, this is the first page and does not know yet what is waiting
    await knowOutbox().catch(reportError)
    if (changesWait()) return
    await signOut()
    throw redirect({ to: '/', replace: true })
  },
  component: lazyScreen(() => import('./-pieces/session.ts'), 'LogoutPage'),
  staticData: { title: 'app.nav.logout' },
})
