import type { Fleet } from '#domain/operations/fleet.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { TransmittersCard } from './transmitters-card.tsx'

/** Transmitters that sent more than is accepted and were told to wait. */
export function ThrottledCard({ throttled }: Pick<Fleet, 'throttled'>) {
  const intl = useIntl()
  return (
    <TransmittersCard
      list="throttled"
      listed={throttled}
      columns={[
        {
          id: 'requests',
          header: intl.formatMessage({ id: 'administration-fleet.throttled.requests' }),
          align: 'end',
          cell: ({ requests }) => intl.formatNumber(requests),
          sortBy: ({ requests }) => requests,
          phone: 'fact',
        },
      ]}
    />
  )
}
