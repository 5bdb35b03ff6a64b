import { createFileRoute, redirect } from '@tanstack/react-router'
import { signOut } from '../features/session/sign-out.ts'
import { changesWait } from '../offline/outbox.ts'
import { lazyScreen } from './-lazy-screen.ts'

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ preload }) => {
    if (preload || changesWait()) return
    await signOut()
    throw redirect({ to: '/', replace: true })
  },
  component: lazyScreen(() => import('./-logout-page.tsx'), 'LogoutPage'),
})
