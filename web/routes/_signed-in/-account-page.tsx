import { useSnapshot } from 'valtio'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { user } from '../../features/session/session-state.ts'
import { endSession } from '../../features/session/sign-out.ts'

/** The account's settings; when it is deleted, this device forgets it as after signing out. */
export function AccountPage() {
  const { email } = useSnapshot(user)
  return <AccountScreen email={email} onRemoved={() => endSession({ signedOut: true })} />
}
