import { RadioTower } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row } from '../../../ui/layout.tsx'
import { ButtonLink } from '../../../ui/links.ts'

/** Nothing is registered and nothing watched yet. */
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
