import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { PasswordResetScreen } from '../../features/people/session/password-reset-screen.tsx'
import { endSession } from '../../features/people/session/sign-out.ts'

const route = getRouteApi('/password/reset/$token')

/** Sets a new password through a link; this ends all sessions, including one on this device, and leads to signing in. */
export function PasswordResetPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const leave = () => {
    endSession({ expected: true })
    void navigate({ to: '/', replace: true })
  }
  return <PasswordResetScreen token={token} onSet={leave} />
}
