import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ConnectScreen } from '../../features/hives/controllers/connect/connect-screen.tsx'

const from = '/_signed-in/settings/connect/$controllerId'

/** Connects a device to one transmitter; the kind of device is in the address. */
export function ConnectPage() {
  const { controllerId } = useParams({ from })
  const { kind } = useSearch({ from })
  const navigate = useNavigate({ from: '/settings/connect/$controllerId' })
  return (
    <ConnectScreen
      key={controllerId}
      controllerId={Number(controllerId)}
      kind={kind}
      onKind={(chosen) => void navigate({ search: { kind: chosen }, replace: true, resetScroll: false })}
    />
  )
}
