import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { pushQuery } from './alarm-queries.ts'

/** What the notification said about an alarm that cannot be loaded now or no longer exists (`isGone`); nothing if this device showed none. */
export function PushedWords({ id, isGone = false }: { id: number; isGone?: boolean }) {
  const intl = useIntl()
  const { data: push } = useQuery(pushQuery(id))
  if (!push) return null
  return (
    <Card
      level={2}
      title={push.title}
      tone={isGone ? undefined : 'alarm'}
      meta={intl.formatDate(push.shownAt, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      <Stack gap={2}>
        {push.body
          .split('\n')
          .filter(Boolean)
          .map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        {!isGone && (
          <Text tone="neutral">
            <FormattedMessage id="alarm-card.pushed" />
          </Text>
        )}
      </Stack>
    </Card>
  )
}
