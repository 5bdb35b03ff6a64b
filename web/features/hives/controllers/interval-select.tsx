import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'

const hours = [1, 2, 3, 4, 5, 6]

/** How often a transmitter sends. */
export function IntervalSelect({ name, defaultValue }: { name: string; defaultValue: number }) {
  const intl = useIntl()
  return (
    <Select
      name={name}
      defaultValue={String(defaultValue)}
      label={<FormattedMessage id="claim.interval" />}
      hint={<FormattedMessage id="claim.interval.hint" />}
      options={hours.map((count) => ({
        value: String(count),
        label: intl.formatMessage({ id: 'claim.interval.hours' }, { hours: count }),
      }))}
    />
  )
}
