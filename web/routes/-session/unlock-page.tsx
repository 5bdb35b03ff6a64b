import { getRouteApi } from '@tanstack/react-router'
import { UnlockScreen } from '../../features/people/session/unlock-screen.tsx'

const route = getRouteApi('/login/unlock/$token')

export function UnlockPage() {
  const { token } = route.useParams()
  return <UnlockScreen token={token} />
}
