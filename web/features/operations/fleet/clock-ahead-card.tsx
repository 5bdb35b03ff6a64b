import type { Fleet } from '#domain/operations/fleet.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { TransmittersCard } from './transmitters-card.tsx'

/** Transmitters whose readings were refused because their times are in the future. */
export function ClockAheadCard({ clockAhead }: Pick<Fleet, 'clockAhead'>) {
  const intl = useIntl()
  const header = (id: 'minutes' | 'readings' | 'last') =>
    intl.formatMessage({ id: `administration-fleet.clockAhead.${id}` })
  return (
    <TransmittersCard
      list="clockAhead"
      listed={clockAhead}
      columns={[
        {
          id: 'minutes',
          header: header('minutes'),
          cell: ({ minutes }) => intl.formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
          sortBy: ({ minutes }) => minutes,
          phone: 'fact',
        },
        {
          id: 'readings',
          header: header('readings'),
          align: 'end',
          cell: ({ readings }) => intl.formatNumber(readings),
          sortBy: ({ readings }) => readings,
          phone: 'fact',
        },
        {
          id: 'last',
          header: header('last'),
          cell: ({ last }) => intl.formatDate(last, { dateStyle: 'short', timeStyle: 'short' }),
          phone: 'hidden',
        },
      ]}
    />
  )
}
