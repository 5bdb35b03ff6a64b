import type { Fleet } from '#domain/operations/fleet.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { TransmittersCard } from './transmitters-card.tsx'

/** Transmitters whose data is overdue, and the most likely reason. */
export function SilentCard({ silent }: Pick<Fleet, 'silent'>) {
  const intl = useIntl()
  const header = (id: 'since' | 'reason' | 'battery' | 'signal') =>
    intl.formatMessage({ id: `administration-fleet.${id}` })
  return (
    <TransmittersCard
      list="silent"
      listed={silent}
      columns={[
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
      ]}
    />
  )
}
