import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'

const looks = {
  active: { tone: 'ok', icon: CircleCheck },
  expiring: { tone: 'loss', icon: Clock },
  expired: { tone: 'alarm', icon: CircleX },
} as const

/** Until when a transmitter's data is collected. */
export function SubscriptionBadge({
  subscriptionState: state,
  subscriptionEnd: end,
  wrap = false,
}: Pick<Controller, 'subscriptionState' | 'subscriptionEnd'> & { wrap?: boolean }) {
  const intl = useIntl()
  if (state === 'off') return '–'
  const date = end ? intl.formatDate(end, { dateStyle: 'medium' }) : ''
  return (
    <Badge wrap={wrap} {...looks[state]}>
      <FormattedMessage id={`settings-screen.subscription.${state}`} values={{ date }} />
    </Badge>
  )
}
