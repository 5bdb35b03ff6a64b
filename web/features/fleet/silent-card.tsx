import { RadioTower } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Fleet, SilentTransmitter } from '#domain/fleet.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

/** Transmitters whose data are overdue, and the likeliest reason. */
export function SilentCard({ silent: { count, items } }: Pick<Fleet, 'silent'>) {
  const intl = useIntl()
  const columns = useColumns()
  const title = intl.formatMessage({ id: 'administration-fleet.silent' }, { count })
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={RadioTower}
            title={<FormattedMessage id="administration-fleet.silent.none" />}
            next={<FormattedMessage id="administration-fleet.nothing" />}
          />
        }
      />
    </Card>
  )
}

function useColumns(): TableColumn<SilentTransmitter>[] {
  const intl = useIntl()
  const header = (id: 'transmitter' | 'since' | 'reason' | 'owner' | 'battery' | 'signal') =>
    intl.formatMessage({ id: `administration-fleet.${id}` })
  return [
    {
      id: 'transmitter',
      header: header('transmitter'),
      cell: ({ id, name }) => <TransmitterLink id={id} name={name} />,
      sortBy: ({ name }) => name,
      phone: 'title',
    },
    {
      id: 'since',
      header: header('since'),
      cell: ({ lastSeen }) =>
        lastSeen === null ? (
          <FormattedMessage id="administration-fleet.never" />
        ) : (
          intl.formatDate(lastSeen, { dateStyle: 'short', timeStyle: 'short' })
        ),
      sortBy: ({ lastSeen }) => lastSeen,
      phone: 'fact',
    },
    {
      id: 'reason',
      header: header('reason'),
      cell: ({ finding }) => intl.formatMessage({ id: `device-doctor.${finding}` }, { name: '', channel: '' }),
      phone: 'fact',
    },
    { id: 'owner', header: header('owner'), cell: ({ owner }) => owner, sortBy: ({ owner }) => owner, phone: 'hidden' },
    {
      id: 'battery',
      header: header('battery'),
      align: 'end',
      cell: ({ battery }) =>
        battery === null ? '–' : intl.formatMessage({ id: 'settings-screen.volts' }, { volts: battery }),
      sortBy: ({ battery }) => battery,
      phone: 'hidden',
    },
    {
      id: 'signal',
      header: header('signal'),
      align: 'end',
      cell: ({ signal }) => (signal === null ? '–' : intl.formatMessage({ id: 'settings-screen.dbm' }, { signal })),
      sortBy: ({ signal }) => signal,
      phone: 'hidden',
    },
  ]
}
