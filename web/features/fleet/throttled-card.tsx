import { Gauge } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Fleet } from '#domain/fleet.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

/** Transmitters that sent more than is taken in, and were told to wait. */
export function ThrottledCard({ throttled: { count, items } }: Pick<Fleet, 'throttled'>) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'administration-fleet.throttled' }, { count })
  const header = (id: 'transmitter' | 'owner') => intl.formatMessage({ id: `administration-fleet.${id}` })
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
            id: 'requests',
            header: intl.formatMessage({ id: 'administration-fleet.throttled.requests' }),
            align: 'end',
            cell: ({ requests }) => intl.formatNumber(requests),
            phone: 'fact',
          },
          { id: 'owner', header: header('owner'), cell: ({ owner }) => owner, phone: 'hidden' },
        ]}
        empty={
          <EmptyState
            icon={Gauge}
            title={<FormattedMessage id="administration-fleet.throttled.none" />}
            next={<FormattedMessage id="administration-fleet.nothing" />}
          />
        }
      />
    </Card>
  )
}
