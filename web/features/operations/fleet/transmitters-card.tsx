import { useIntl } from '../../../i18n/intl.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

type Transmitter = { id: number; name: string; owner: string | null }

/** Transmitters that need attention, each with its owner and, in between, the columns specific to this list; nothing if there are none. */
export function TransmittersCard<Row extends Transmitter>({
  list,
  listed: { count, items },
  columns,
}: {
  list: 'silent' | 'batteries' | 'clockAhead' | 'faulty' | 'throttled'
  listed: { count: number; items: readonly Row[] }
  columns: readonly TableColumn<Row>[]
}) {
  const intl = useIntl()
  if (count === 0) return null
  const title = intl.formatMessage({ id: `administration-fleet.${list}` }, { count })
  return (
    <Card anchor={list} title={title} flush>
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
      />
    </Card>
  )
}
