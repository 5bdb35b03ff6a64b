import type { NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { isUnheard, useHearChannel } from './notification-queries.ts'

/** Asks whether what was sent has arrived: only devices report that themselves. */
export function HeardPart({ channel }: { channel: NotificationChannel }) {
  const hear = useHearChannel()
  if (!isUnheard(channel)) return null
  return (
    <Row>
      <Text as="span">
        <FormattedMessage id="notification-screen.heard.question" />
      </Text>
      <Button busy={hear.isPending} onClick={() => hear.mutate(channel.id)}>
        <FormattedMessage id="notification-screen.heard" />
      </Button>
    </Row>
  )
}
