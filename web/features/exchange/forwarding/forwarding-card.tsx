import { useQuery } from '@tanstack/react-query'
import { FileUp, Globe, Mail, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import type { Forwarding, ForwardingStatus, ForwardingTarget } from '#domain/exchange/forwarding.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { type ForwardedScale, scaleLabel } from './forwarding-form.tsx'
import { forwardingsQuery } from './forwarding-queries.ts'
import { ForwardingSheet } from './forwarding-sheet.tsx'

const icons = { raw: Globe, capaz: Mail, trachtnet: FileUp } satisfies Record<ForwardingTarget, unknown>
const tones: Record<ForwardingStatus, Tone> = { unconfirmed: 'stale', active: 'ok', failing: 'loss', paused: 'stale' }

/** Where the readings of a transmitter's scales are forwarded automatically, whether that works, and a way to add a destination. */
export function ForwardingCard({ controllerId, scales }: { controllerId: number; scales: readonly ForwardedScale[] }) {
  const intl = useIntl()
  const query = useQuery(forwardingsQuery(controllerId))
  const [openId, setOpenId] = useState<number | 'new'>()
  const open = openId === 'new' ? openId : query.data?.find(({ id }) => id === openId)
  const columns = useColumns(scales)
  const add = (id: 'forwarding.add' | 'forwarding.addShort') => (
    <Button kind={id === 'forwarding.add' ? 'secondary' : 'quiet'} icon={Plus} onClick={() => setOpenId('new')}>
      <FormattedMessage id={id} />
    </Button>
  )
  return (
    <Card
      title={<FormattedMessage id="forwarding.title" />}
      meta={<FormattedMessage id="forwarding.why" />}
      actions={scales.length > 0 && query.data !== undefined && query.data.length > 0 && add('forwarding.addShort')}
    >
      <Loaded query={query} age={false} waiting={<Skeleton shape="row" count={2} />}>
        {(forwardings) => (
          <Table
            caption={intl.formatMessage({ id: 'forwarding.title' })}
            columns={columns}
            rows={forwardings}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setOpenId(id)}
            empty={
              <EmptyState
                icon={Send}
                title={<FormattedMessage id="forwarding.none" />}
                next={<FormattedMessage id={scales.length > 0 ? 'forwarding.none.next' : 'forwarding.none.noScale'} />}
                action={scales.length > 0 && add('forwarding.add')}
              />
            }
          />
        )}
      </Loaded>
      <ForwardingSheet controllerId={controllerId} scales={scales} open={open} onClose={() => setOpenId(undefined)} />
    </Card>
  )
}

function useColumns(scales: readonly ForwardedScale[]): TableColumn<Forwarding>[] {
  const intl = useIntl()
  return [
    {
      id: 'address',
      header: intl.formatMessage({ id: 'forwarding.column.address' }),
      cell: ({ target, address }) => (
        <Row gap={2} wrap={false}>
          <Icon of={icons[target]} />
          <Fill>{address}</Fill>
        </Row>
      ),
    },
    {
      id: 'channel',
      header: intl.formatMessage({ id: 'forwarding.channel' }),
      phone: 'fact',
      cell: ({ channel }) => scaleLabel(scales.find((scale) => scale.channel === channel) ?? { channel, name: '–' }),
    },
    {
      id: 'status',
      header: intl.formatMessage({ id: 'forwarding.column.status' }),
      phone: 'fact',
      cell: ({ status, lastError }) => (
        <Stack gap={1} align="start">
          <Badge tone={tones[status]}>
            <FormattedMessage id={`forwarding.status.${status}`} />
          </Badge>
          {lastError && status !== 'paused' && <Text as="span">{lastError}</Text>}
        </Stack>
      ),
    },
    {
      id: 'lastSent',
      header: intl.formatMessage({ id: 'forwarding.column.lastSent' }),
      cell: ({ lastSentAt }) =>
        lastSentAt ? (
          intl.formatDate(lastSentAt, { dateStyle: 'short', timeStyle: 'short' })
        ) : (
          <FormattedMessage id="forwarding.notYet" />
        ),
    },
  ]
}
