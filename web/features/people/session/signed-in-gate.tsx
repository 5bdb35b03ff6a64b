import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { user } from './session-state.ts'

const ProfileScreen = lazy(async () => ({ default: (await import('./session-parts.ts')).ProfileScreen }))

/** Shows the screen once the user's address is known; until then, asks for it instead. */
export function SignedInGate() {
  const { street } = useSnapshot(user).profile
  if (street.trim()) return <Outlet />
  return (
    <Suspense fallback={<Spinner size={200} />}>
      <ProfileScreen forced />
    </Suspense>
  )
}
