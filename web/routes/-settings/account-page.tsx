import { useNavigate } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { AccountScreen } from '../../features/people/account/account-screen.tsx'
import { askServer } from '../../features/people/session/restore-session.ts'
import { user } from '../../features/people/session/session-state.ts'
import { endSession } from '../../features/people/session/sign-out.ts'

/** The account's settings; when the account is deleted, this device forgets it as after signing out. */
export function AccountPage() {
  const { email, secondFactorMissing } = useSnapshot(user)
  const navigate = useNavigate()
  const leave = () => {
    endSession({ signedOut: true })
    // navigate before this page itself asks for a sign-in, since nobody is left who could come back
    void navigate({ to: '/', replace: true })
  }
  return (
    <AccountScreen
      email={email}
      lacksSecondFactor={secondFactorMissing}
      onChanged={() => void askServer().catch(() => undefined)}
      onRemoved={leave}
    />
  )
}
