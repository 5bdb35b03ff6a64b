import { ClockAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Fleet } from '#domain/fleet.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

/** Transmitters whose readings were refused, as by their times they come from the future. */
export function ClockAheadCard({ clockAhead: { count, items } }: Pick<Fleet, 'clockAhead'>) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'administration-fleet.clockAhead' }, { count })
  const header = (id: 'transmitter' | 'owner') => intl.formatMessage({ id: `administration-fleet.${id}` })
  const refused = (id: 'minutes' | 'readings' | 'last') =>
    intl.formatMessage({ id: `administration-fleet.clockAhead.${id}` })
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'transmitter',
            header: header('transmitter'),
            cell: ({ id, name }) => <TransmitterLink id={id} name={name} />,
            phone: 'title',
          },
          {
            id: 'minutes',
            header: refused('minutes'),
            cell: ({ minutes }) => intl.formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
            sortBy: ({ minutes }) => minutes,
            phone: 'fact',
          },
          {
            id: 'readings',
            header: refused('readings'),
            align: 'end',
            cell: ({ readings }) => intl.formatNumber(readings),
            sortBy: ({ readings }) => readings,
            phone: 'fact',
          },
          {
            id: 'last',
            header: refused('last'),
            cell: ({ last }) => intl.formatDate(last, { dateStyle: 'short', timeStyle: 'short' }),
            phone: 'hidden',
          },
          { id: 'owner', header: header('owner'), cell: ({ owner }) => owner, phone: 'hidden' },
        ]}
        empty={
          <EmptyState
            icon={ClockAlert}
            title={<FormattedMessage id="administration-fleet.clockAhead.none" />}
            next={<FormattedMessage id="administration-fleet.nothing" />}
          />
        }
      />
    </Card>
  )
}
