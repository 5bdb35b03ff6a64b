import { BatteryFull } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Fleet } from '#domain/fleet.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { TransmitterLink } from './transmitter-link.tsx'

/** Batteries that are low or will be within days. */
export function BatteryCard({ batteries: { count, items } }: Pick<Fleet, 'batteries'>) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'administration-fleet.batteries' }, { count })
  const header = (id: 'transmitter' | 'daysLeft' | 'battery' | 'owner') =>
    intl.formatMessage({ id: `administration-fleet.${id}` })
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
            id: 'daysLeft',
            header: header('daysLeft'),
            cell: ({ daysLeft }) =>
              daysLeft === null ? (
                <FormattedMessage id="administration-fleet.low" />
              ) : (
                <FormattedMessage id="administration-fleet.days" values={{ days: daysLeft }} />
              ),
            phone: 'fact',
          },
          {
            id: 'battery',
            header: header('battery'),
            align: 'end',
            cell: ({ volts }) =>
              volts === null ? '–' : intl.formatMessage({ id: 'settings-screen.volts' }, { volts }),
            phone: 'fact',
          },
          { id: 'owner', header: header('owner'), cell: ({ owner }) => owner, phone: 'hidden' },
        ]}
        empty={
          <EmptyState
            icon={BatteryFull}
            title={<FormattedMessage id="administration-fleet.batteries.none" />}
            next={<FormattedMessage id="administration-fleet.nothing" />}
          />
        }
      />
    </Card>
  )
}
