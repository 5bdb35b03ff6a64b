import { BellOff, Mail, MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ChannelStatus, ChannelType, NotificationChannel } from '#domain/notification.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row } from '../../ui/layout.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useRemoveChannel, useTestChannel } from './notification-queries.ts'

const icons = { push: Smartphone, email: Mail, sms: MessageSquare } satisfies Record<ChannelType, unknown>
const tones: Record<ChannelStatus, Tone> = { pending: 'stale', active: 'ok', failing: 'loss', ended: 'alarm' }

/** Every device and address that rings: how it does, a test, and the way to take it away. */
export function ChannelTable({
  channels,
  thisDevice,
}: {
  channels: readonly NotificationChannel[]
  thisDevice: number | undefined
}) {
  const intl = useIntl()
  const remove = useRemoveChannel()
  const test = useTestChannel()
  const [leaving, setLeaving] = useState<NotificationChannel>()
  const words = (id: 'address' | 'status' | 'lastDelivered' | 'actions') =>
    intl.formatMessage({ id: `notification-screen.channel.${id}` })
  const nameOf = ({ id, address }: NotificationChannel) =>
    id === thisDevice ? intl.formatMessage({ id: 'notification-screen.thisDevice' }) : address
  const columns: TableColumn<NotificationChannel>[] = [
    {
      id: 'address',
      header: words('address'),
      cell: (channel) => (
        <Row gap={2}>
          <Icon of={icons[channel.type]} />
          {nameOf(channel)}
        </Row>
      ),
    },
    {
      id: 'status',
      header: words('status'),
      cell: ({ status, endedAt }) => (
        <Badge tone={tones[status]}>
          <FormattedMessage
            id={`notification-screen.status.${status}`}
            values={{ date: endedAt ? intl.formatDate(endedAt, { dateStyle: 'medium' }) : '' }}
          />
        </Badge>
      ),
    },
    {
      id: 'lastDelivered',
      header: words('lastDelivered'),
      cell: ({ lastDelivered }) =>
        lastDelivered ? intl.formatDate(lastDelivered, { dateStyle: 'short', timeStyle: 'short' }) : '–',
    },
    {
      id: 'actions',
      header: words('actions'),
      phone: 'action',
      cell: (channel) => (
        <Row gap={2}>
          <Button
            busy={test.isPending && test.variables === channel.id}
            disabled={channel.status === 'ended'}
            onClick={() => test.mutate(channel.id)}
          >
            <FormattedMessage id="notification-screen.test" />
          </Button>
          <Button kind="quiet" onClick={() => setLeaving(channel)}>
            <FormattedMessage id="notification-screen.remove" />
          </Button>
        </Row>
      ),
    },
  ]
  return (
    <>
      <Card flush>
        <Table
          caption={intl.formatMessage({ id: 'notification-screen.channels' })}
          columns={columns}
          rows={channels}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={BellOff}
              title={<FormattedMessage id="notification-screen.channels.none" />}
              next={<FormattedMessage id="notification-screen.channels.none.next" />}
            />
          }
        />
      </Card>
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        danger
        title={
          <FormattedMessage
            id="notification-screen.remove.question"
            values={{ name: leaving ? nameOf(leaving) : '' }}
          />
        }
        confirm={<FormattedMessage id="notification-screen.remove" />}
        onConfirm={() => {
          if (leaving) remove.mutate({ id: leaving.id, isThisDevice: leaving.id === thisDevice })
          setLeaving(undefined)
        }}
      />
    </>
  )
}
