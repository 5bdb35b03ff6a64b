import { useSnapshot } from 'valtio'
import { AccountScreen } from '../../features/people/account/account-screen.tsx'
import { askServer } from '../../features/people/session/restore-session.ts'
import { user } from '../../features/people/session/session-state.ts'
import { endSession } from '../../features/people/session/sign-out.ts'

/** The account's settings; when it is deleted, this device forgets it as after signing out. */
export function AccountPage() {
  const { email, secondFactorMissing } = useSnapshot(user)
  return (
    <AccountScreen
      email={email}
      lacksSecondFactor={secondFactorMissing}
      onChanged={() => void askServer().catch(() => undefined)}
      onRemoved={() => endSession({ signedOut: true })}
    />
  )
}
