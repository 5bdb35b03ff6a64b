import type { LucideIcon } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

type Transmitter = { id: number; name: string; owner: string | null }

/** Transmitters that need something: each with its owner, and between the two what the list is about. */
export function TransmittersCard<Row extends Transmitter>({
  list,
  listed: { count, items },
  icon,
  columns,
}: {
  list: 'silent' | 'batteries' | 'clockAhead' | 'faulty' | 'throttled'
  listed: { count: number; items: readonly Row[] }
  icon: LucideIcon
  columns: readonly TableColumn<Row>[]
}) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: `administration-fleet.${list}` }, { count })
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'transmitter',
            header: intl.formatMessage({ id: 'administration-fleet.transmitter' }),
            cell: ({ id, name }) => <TransmitterLink id={id} name={name} />,
            sortBy: ({ name }) => name,
            phone: 'title',
          },
          ...columns,
          {
            id: 'owner',
            header: intl.formatMessage({ id: 'administration-fleet.owner' }),
            cell: ({ owner }) => owner,
            sortBy: ({ owner }) => owner,
            phone: 'hidden',
          },
        ]}
        empty={
          <EmptyState
            icon={icon}
            title={<FormattedMessage id={`administration-fleet.${list}.none`} />}
            next={<FormattedMessage id="administration-fleet.nothing" />}
          />
        }
      />
    </Card>
  )
}
