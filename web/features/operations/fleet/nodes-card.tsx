import type { Fleet, FleetNode } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Tone } from '../../../ui/tone.ts'

const tones: Record<FleetNode['state'], Tone> = { keeper: 'ok', standby: 'neutral', stopped: 'neutral', lost: 'alarm' }

/** The servers sharing a database: which one takes in readings, how long these wait there, and which server was lost when; nothing if there is only one. */
export function NodesCard({ nodes: { waiting, items } }: Pick<Fleet, 'nodes'>) {
  const intl = useIntl()
  if (items.length === 0) return null
  const title = intl.formatMessage({ id: 'administration-fleet.nodes' }, { count: items.length })
  const header = (id: 'node' | 'state' | 'lost' | 'started' | 'version') =>
    intl.formatMessage({ id: `administration-fleet.nodes.${id}` })
  const time = (at: string | null) =>
    at === null ? '–' : intl.formatDate(at, { dateStyle: 'short', timeStyle: 'short' })
  const wait = intl.formatNumber(waiting.seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  return (
    <Card
      anchor="nodes"
      title={title}
      meta={<FormattedMessage id="administration-fleet.nodes.waiting" values={{ requests: waiting.requests, wait }} />}
      flush
    >
      <Table
        caption={title}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { id: 'node', header: header('node'), cell: ({ name }) => name, phone: 'title' },
          {
            id: 'state',
            header: header('state'),
            cell: ({ state }) => (
              <Badge tone={tones[state]}>
                <FormattedMessage id={`administration-fleet.nodes.state.${state}`} />
              </Badge>
            ),
            phone: 'fact',
          },
          { id: 'lost', header: header('lost'), cell: ({ lost }) => time(lost), phone: 'fact' },
          { id: 'started', header: header('started'), cell: ({ started }) => time(started), phone: 'hidden' },
          { id: 'version', header: header('version'), cell: ({ version }) => version, phone: 'hidden' },
        ]}
      />
    </Card>
  )
}
