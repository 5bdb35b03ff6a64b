import { NOT_SENT } from '#domain/hives/doctor/field-fault.ts'
import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { TransmittersCard } from './transmitters-card.tsx'

/** Transmitters that send impossible values: a sensor is unplugged, or a clock is not set. */
export function FaultyCard({ faulty }: Pick<Fleet, 'faulty'>) {
  const intl = useIntl()
  const header = (id: 'what' | 'value' | 'count' | 'channel') =>
    intl.formatMessage({ id: `administration-fleet.faulty.${id}` })
  return (
    <TransmittersCard
      list="faulty"
      listed={faulty}
      columns={[
        {
          id: 'what',
          header: header('what'),
          cell: ({ code }) => <FormattedMessage id={`error.${code}`} />,
          sortBy: ({ code }) => code,
          phone: 'fact',
        },
        {
          id: 'channel',
          header: header('channel'),
          align: 'end',
          cell: ({ channel }) => (channel > 0 ? intl.formatNumber(channel) : ''),
          sortBy: ({ channel }) => channel,
          phone: 'hidden',
        },
        {
          id: 'value',
          header: header('value'),
          cell: ({ value }) => (value === NOT_SENT ? '–' : value.replace(/^-/, '−')),
          phone: 'fact',
        },
        {
          id: 'count',
          header: header('count'),
          align: 'end',
          cell: ({ count }) => intl.formatNumber(count),
          sortBy: ({ count }) => count,
          phone: 'hidden',
        },
      ]}
    />
  )
}
