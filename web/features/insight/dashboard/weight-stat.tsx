import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Overdue } from './hive-state-words.tsx'

/** The last weight in kg, in large type; `since`, when it was measured, if other values came since. */
export function WeightStat({
  weight,
  size = 'large',
  since,
  now,
}: {
  weight: number | null
  size?: 'medium' | 'large'
  since: string | undefined
  /** Epoch ms. */
  now: number
}) {
  const label = <FormattedMessage id="dashboard.weight" />
  if (weight === null) return <Stat size={size} label={label} value="–" />
  return (
    <Stat
      size={size}
      label={label}
      unit="kg"
      note={since && <Overdue since={since} now={now} />}
      value={
        <FormattedNumber value={weight} minimumFractionDigits={2} maximumFractionDigits={2} signDisplay="negative" />
      }
    />
  )
}
