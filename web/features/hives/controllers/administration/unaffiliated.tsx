import { UserX } from 'lucide-react'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'

/** Tells managers without an affiliation why they see no transmitters, and what to do. */
export const Unaffiliated = () => (
  <Card>
    <EmptyState
      icon={UserX}
      title={<FormattedMessage id="administration-users.unaffiliated" />}
      next={<FormattedMessage id="administration-controllers.unaffiliated.next" />}
    />
  </Card>
)
