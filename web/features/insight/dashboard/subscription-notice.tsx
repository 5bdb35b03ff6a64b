import { CalendarPlus, CalendarX2 } from 'lucide-react'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'

/** Whether a subscription needs attention: it has ended or ends soon. */
export const subscriptionNeedsCare = ({ subscriptionState }: Pick<DashboardController, 'subscriptionState'>): boolean =>
  subscriptionState === 'expired' || subscriptionState === 'expiring'

/** Says that a subscription has ended or ends soon, with a way for its owner to renew it. */
export function SubscriptionNotice({
  controller: { id, access, subscriptionState, subscriptionEnd },
}: {
  controller: Pick<DashboardController, 'id' | 'access' | 'subscriptionState' | 'subscriptionEnd'>
}) {
  const intl = useIntl()
  const date = intl.formatDate(subscriptionEnd ?? '', { dateStyle: 'medium' })
  return (
    <>
      <Badge wrap tone={subscriptionState === 'expired' ? 'alarm' : 'loss'} icon={CalendarX2}>
        <FormattedMessage
          id={subscriptionState === 'expired' ? 'dashboard.expired' : 'dashboard.subscription.expiring'}
          values={{ date }}
        />
      </Badge>
      {access === 'own' && (
        <ButtonLink
          icon={CalendarPlus}
          to="/settings/controllers/$controllerId"
          params={{ controllerId: String(id) }}
          search={{ part: 'subscription' }}
        >
          <FormattedMessage id="dashboard.renew" />
        </ButtonLink>
      )}
    </>
  )
}
