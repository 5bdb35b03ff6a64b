import { BellRing, Mail, MessageSquare, MessagesSquare, Send, Smartphone, Webhook } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChannelStatus, ChannelType, NotificationChannel } from '#domain/alerts/notification.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { ChannelCodeForm } from './channel-code-form.tsx'
import { ChannelFacts } from './channel-facts.tsx'
import { ChannelSheet } from './channel-sheet.tsx'
import { HeardPart } from './heard-part.tsx'
import { useRemoveChannel, useTestChannel } from './notification-queries.ts'
import type { Place } from './place.ts'
import { WebhookLog } from './webhook-log.tsx'

const icons = {
  push: Smartphone,
  email: Mail,
  sms: MessageSquare,
  ntfy: BellRing,
  telegram: Send,
  matrix: MessagesSquare,
  webhook: Webhook,
} satisfies Record<ChannelType, unknown>
const tones: Record<ChannelStatus, Tone> = {
  pending: 'stale',
  unconfirmed: 'stale',
  active: 'ok',
  failing: 'loss',
  ended: 'alarm',
}

/** One device or address that rings: its state, what it rings for, a test, and buttons to change or remove it. */
export function ChannelCard({
  channel,
  isThisDevice,
  places,
}: {
  channel: NotificationChannel
  isThisDevice: boolean
  places: readonly Place[]
}) {
  const intl = useIntl()
  const remove = useRemoveChannel()
  const test = useTestChannel()
  const [editing, setEditing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [reading, setReading] = useState(false)
  const { id, type, status } = channel
  const isWaiting = status === 'pending' || status === 'unconfirmed'
  const tryIt = useRef<HTMLButtonElement>(null)
  useKeptFocus(tryIt, isWaiting)
  const what = channel.device ?? channel.address
  const name = channel.name || (isThisDevice ? intl.formatMessage({ id: 'notification-screen.thisDevice' }) : what)
  const since = channel.endedAt ?? channel.failingSince
  return (
    <Card level={3} title={name} meta={name === what ? undefined : what}>
      <Stack gap={3}>
        <Row gap={2}>
          <Icon of={icons[type]} />
          <Badge tone={tones[status]} wrap>
            <FormattedMessage
              id={`notification-screen.status.${status}`}
              values={{ date: since ? intl.formatDate(since, { dateStyle: 'medium' }) : '' }}
            />
          </Badge>
        </Row>
        {channel.neverShownSince !== null && status === 'active' && (
          <Banner
            tone="loss"
            title={
              <FormattedMessage
                id="notification-screen.neverShown"
                values={{ date: intl.formatDate(channel.neverShownSince, { dateStyle: 'medium' }) }}
              />
            }
          >
            <FormattedMessage id="notification-screen.neverShown.next" />
          </Banner>
        )}
        {isWaiting ? (
          <ChannelCodeForm channel={channel} />
        ) : (
          <ChannelFacts channel={channel} places={places} isThisDevice={isThisDevice} />
        )}
        <HeardPart channel={channel} />
        <Row gap={2}>
          {(status === 'active' || status === 'failing') && (
            <>
              <Button ref={tryIt} busy={test.isPending} onClick={() => test.mutate(id)}>
                <FormattedMessage id="notification-screen.test" />
              </Button>
              <Button onClick={() => setEditing(true)}>
                <FormattedMessage id="notification-screen.choose" />
              </Button>
            </>
          )}
          {type === 'webhook' && (
            <Button onClick={() => setReading(true)}>
              <FormattedMessage id="notification-screen.log" />
            </Button>
          )}
          <Button kind="quiet" onClick={() => setLeaving(true)}>
            <FormattedMessage id="notification-screen.remove" />
          </Button>
        </Row>
      </Stack>
      <ChannelSheet channel={channel} name={name} places={places} open={editing} onClose={() => setEditing(false)} />
      <WebhookLog id={id} name={name} open={reading} onClose={() => setReading(false)} />
      <Dialog
        open={leaving}
        onClose={() => setLeaving(false)}
        danger
        title={<FormattedMessage id="notification-screen.remove.question" values={{ name }} />}
        confirm={<FormattedMessage id="notification-screen.remove" />}
        onConfirm={() => {
          remove.mutate({ id, isThisDevice })
          setLeaving(false)
        }}
      />
    </Card>
  )
}
