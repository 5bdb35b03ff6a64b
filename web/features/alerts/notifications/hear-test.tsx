import { BellRing, CircleCheck } from 'lucide-react'
import { isHeard, type NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { HeardPart } from './heard-part.tsx'
import { useTestChannel } from './notification-queries.ts'

/** Sends each channel a test alarm and shows whether it arrived. `thisDevice`: the channel that is this device. */
export function HearTest({
  channels,
  thisDevice,
}: {
  channels: readonly NotificationChannel[]
  thisDevice: number | null | undefined
}) {
  return (
    <Stack gap={5}>
      {channels.map((channel) => (
        <HearChannel key={channel.id} channel={channel} isThisDevice={channel.id === thisDevice} />
      ))}
    </Stack>
  )
}

function HearChannel({ channel, isThisDevice }: { channel: NotificationChannel; isThisDevice: boolean }) {
  const intl = useIntl()
  const test = useTestChannel()
  const { id, device, address } = channel
  const what = device ?? address
  const name = channel.name || (isThisDevice ? intl.formatMessage({ id: 'notification-screen.thisDevice' }) : what)
  const heard = isHeard(channel)
  return (
    <Stack gap={2} as="section">
      <Heading level={3}>{name}</Heading>
      <div role="status">
        {heard && (
          <Badge tone="ok" icon={CircleCheck} wrap>
            <FormattedMessage
              id="notification-screen.heard.at"
              values={{ time: intl.formatDate(channel.heardAt ?? '', { dateStyle: 'medium', timeStyle: 'short' }) }}
            />
          </Badge>
        )}
        <HeardPart channel={channel} />
      </div>
      <div>
        <Button
          kind={heard || channel.lastDelivered ? 'secondary' : 'primary'}
          icon={BellRing}
          busy={test.isPending}
          onClick={() => test.mutate(id)}
        >
          <FormattedMessage id="notification-screen.heard.send" />
        </Button>
      </div>
      {!heard && channel.lastDelivered && (
        <Disclosure summary={<FormattedMessage id="notification-screen.heard.nothing" />}>
          <Text>
            <FormattedMessage
              id={`notification-screen.heard.nothing.${channel.type === 'push' ? 'device' : 'address'}`}
            />
          </Text>
        </Disclosure>
      )}
    </Stack>
  )
}
