import { Archive, Scale as ScaleIcon } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useArchiveChannel } from './controller-queries.ts'

/** What uses a channel, as another feature sees it; `state` is text. */
export type ChannelUse = { channel: number; name: string; state: string }

/** What uses each channel of a transmitter; the owner can free a channel. */
export function ChannelsCard({
  controllerId,
  channels,
  own,
}: {
  controllerId: number
  channels: readonly ChannelUse[]
  own: boolean
}) {
  const intl = useIntl()
  const archive = useArchiveChannel()
  const [asked, ask] = useState<ChannelUse>()
  const columns: TableColumn<ChannelUse>[] = [
    { id: 'name', header: intl.formatMessage({ id: 'settings-screen.scale.name' }), cell: ({ name }) => name },
    {
      id: 'channel',
      header: intl.formatMessage({ id: 'settings-screen.scale.channel' }),
      align: 'end',
      cell: ({ channel }) => intl.formatNumber(channel),
      phone: 'fact',
    },
    {
      id: 'state',
      header: intl.formatMessage({ id: 'settings-screen.scale.state' }),
      cell: ({ state }) => state,
      phone: 'fact',
    },
    ...(own
      ? [
          {
            id: 'archive',
            header: intl.formatMessage({ id: 'controller-screen.actions' }),
            phone: 'action' as const,
            cell: (use: ChannelUse) => (
              <Button kind="quiet" icon={Archive} onClick={() => ask(use)}>
                <FormattedMessage id="controller-screen.archive" />
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Card
      flush
      title={<FormattedMessage id="controller-screen.channels" />}
      actions={
        <ButtonLink kind="quiet" to="/settings/scales">
          <FormattedMessage id="controller-screen.channels.settings" />
        </ButtonLink>
      }
    >
      <Table
        caption={intl.formatMessage({ id: 'controller-screen.channels' })}
        columns={columns}
        rows={channels}
        rowKey={({ channel }) => channel}
        empty={
          <EmptyState
            icon={ScaleIcon}
            title={<FormattedMessage id="controller-screen.channels.none" />}
            next={<FormattedMessage id="controller-screen.channels.none.next" />}
          />
        }
      />
      <Dialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={<FormattedMessage id="controller-screen.archive.question" values={{ name: asked?.name }} />}
        confirm={<FormattedMessage id="controller-screen.archive" />}
        danger
        onConfirm={() => {
          if (asked) archive.mutate({ id: controllerId, channel: asked.channel })
          ask(undefined)
        }}
      >
        <FormattedMessage id="controller-screen.archive.warning" values={{ channel: asked?.channel }} />
      </Dialog>
    </Card>
  )
}
