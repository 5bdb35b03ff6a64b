import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { daysUntil } from './days-until.ts'

const looks = {
  active: { tone: 'ok', icon: CircleCheck },
  expiring: { tone: 'loss', icon: Clock },
  expired: { tone: 'alarm', icon: CircleX },
} as const

/** Whether data is being collected, until when, and what that means. */
export function SubscriptionStateWords({
  state,
  end,
  now,
}: {
  state: Exclude<Controller['subscriptionState'], 'off'>
  end: string
  /** Epoch ms. */
  now: number
}) {
  const intl = useIntl()
  const date = intl.formatDate(end, { dateStyle: 'long' })
  const when = intl.formatRelativeTime(daysUntil(Date.parse(end), now), 'day', { numeric: 'auto' })
  return (
    <Stack gap={2} align="start">
      <Badge {...looks[state]}>
        <FormattedMessage id={`subscription.badge.${state}`} />
      </Badge>
      <Text>
        <FormattedMessage id={`subscription.state.${state}`} values={{ date, when }} />
      </Text>
    </Stack>
  )
}
