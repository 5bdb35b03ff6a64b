import { useLocation, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { ControllersScreen } from '../../features/hives/controllers/controllers-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An administrator saved a transmitter; the list it came from is one step back. */
    fromAdministration?: boolean
  }
}

/** The person's own transmitters; for an administrator who has just saved one, with a way back to its place in the list of all. */
export function OwnControllersPage() {
  const { history } = useRouter()
  const isBackThere = useLocation({ select: ({ state }) => state.fromAdministration === true })
  if (!isBackThere) return <ControllersScreen />
  return (
    <Stack>
      <Row>
        <Button icon={ArrowLeft} onClick={() => history.back()}>
          <FormattedMessage id="settings-screen.controllers.all" />
        </Button>
      </Row>
      <ControllersScreen />
    </Stack>
  )
}
