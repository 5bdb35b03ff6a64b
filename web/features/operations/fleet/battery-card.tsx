import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { TransmittersCard } from './transmitters-card.tsx'

/** Batteries that are low, or will be within days. */
export function BatteryCard({ batteries }: Pick<Fleet, 'batteries'>) {
  const intl = useIntl()
  return (
    <TransmittersCard
      list="batteries"
      listed={batteries}
      columns={[
        {
          id: 'daysLeft',
          header: intl.formatMessage({ id: 'administration-fleet.daysLeft' }),
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
          header: intl.formatMessage({ id: 'administration-fleet.battery' }),
          align: 'end',
          cell: ({ volts }) => (volts === null ? '–' : intl.formatMessage({ id: 'settings-screen.volts' }, { volts })),
          phone: 'fact',
        },
      ]}
    />
  )
}
