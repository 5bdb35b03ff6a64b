import { RadioTower } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'

/** Shown if no transmitter is registered or watched yet. */
export function NoTransmitters() {
  return (
    <EmptyState
      icon={RadioTower}
      title={<FormattedMessage id="dashboard.empty" />}
      next={<FormattedMessage id="dashboard.empty.next" />}
      action={
        <Row justify="center">
          <ButtonLink kind="primary" to="/settings/register" search={{ scan: true }}>
            <FormattedMessage id="dashboard.empty.action" />
          </ButtonLink>
          <ButtonLink to="/setup">
            <FormattedMessage id="dashboard.empty.setup" />
          </ButtonLink>
        </Row>
      }
    />
  )
}
