import { createFileRoute, redirect } from '@tanstack/react-router'
import { signOut } from '../features/session/sign-out.ts'

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ preload }) => {
    if (preload) return
    await signOut()
    throw redirect({ to: '/', replace: true })
  },
})
