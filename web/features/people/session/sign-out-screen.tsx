import { LogOut } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Page, Row } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'

/** Asks for confirmation before changes queued on this device are lost. */
export function SignOutScreen({
  waiting,
  fails,
  busy,
  onSure,
}: {
  waiting: number
  /** Whether some of them are waiting for the server rather than for a network. */
  fails: boolean
  busy: boolean
  onSure: () => void
}) {
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="account.signOut.title" />}
      lead={<FormattedMessage id="account.signOut.waiting" values={{ count: waiting, fails }} />}
    >
      <Row>
        <ButtonLink kind="primary" to="/dashboard">
          <FormattedMessage id="account.signOut.stay" />
        </ButtonLink>
        <Button kind="danger" icon={LogOut} busy={busy} onClick={onSure}>
          <FormattedMessage id="account.signOut.forget" />
        </Button>
      </Row>
    </Page>
  )
}
