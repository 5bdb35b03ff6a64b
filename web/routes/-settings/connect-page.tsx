import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ConnectScreen } from '../../features/hives/controllers/connect/connect-screen.tsx'
import { useController } from '../../features/hives/controllers/controller-queries.ts'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import { useIntl } from '../../i18n/intl.tsx'

const from = '/_signed-in/settings/connect/$controllerId'

/** Connects a device to one transmitter; the kind of device is in the address. */
export function ConnectPage() {
  const { controllerId } = useParams({ from })
  const { kind } = useSearch({ from })
  const intl = useIntl()
  const { data: controller } = useController(Number(controllerId))
  useScreenName(controller ? intl.formatMessage({ id: 'connect.title.of' }, { name: controller.name }) : undefined)
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
