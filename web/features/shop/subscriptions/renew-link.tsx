import { CalendarPlus } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'

/** A link to where a transmitter's subscription is renewed. */
export function RenewLink({ controllerId }: { controllerId: number }) {
  return (
    <ButtonLink
      kind="primary"
      icon={CalendarPlus}
      to="/settings/controllers/$controllerId"
      params={{ controllerId: String(controllerId) }}
      search={{ part: 'subscription' }}
    >
      <FormattedMessage id="dashboard.renew" />
    </ButtonLink>
  )
}
