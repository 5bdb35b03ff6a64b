import type { ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { Stat } from '../../../ui/stat.tsx'

/** Half of what is the last digit shown. */
const LEAST_KG = 0.005

/** A change in kg, with its sign and an arrow; a dash where it is not known. */
export function ChangeStat({ label, change }: { label: ReactNode; change: number | null }) {
  if (change === null) return <Stat size="small" label={label} value="–" />
  const tone = Math.abs(change) < LEAST_KG ? 'neutral' : change > 0 ? 'gain' : 'loss'
  return (
    <Stat
      size="small"
      label={label}
      tone={tone}
      unit="kg"
      value={
        <FormattedNumber
          value={tone === 'neutral' ? 0 : change}
          signDisplay="exceptZero"
          minimumFractionDigits={2}
          maximumFractionDigits={2}
        />
      }
    />
  )
}
