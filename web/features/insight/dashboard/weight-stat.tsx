import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'

/** The current weight in kg, in large type. */
export function WeightStat({ weight, size = 'large' }: { weight: number | null; size?: 'medium' | 'large' }) {
  const label = <FormattedMessage id="dashboard.weight" />
  if (weight === null) return <Stat size={size} label={label} value="–" />
  return (
    <Stat
      size={size}
      label={label}
      unit="kg"
      value={
        <FormattedNumber value={weight} minimumFractionDigits={2} maximumFractionDigits={2} signDisplay="negative" />
      }
    />
  )
}
