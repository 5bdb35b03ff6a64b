import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { loadTexts } from '../../../i18n/locale-state.ts'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { user } from './session-state.ts'

const ProfileScreen = lazy(async () => {
  // a page that does not exist for this user loads no texts itself
  const [{ ProfileScreen }] = await Promise.all([import('./session-parts.ts'), loadTexts('today')])
  return { default: ProfileScreen }
})

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
