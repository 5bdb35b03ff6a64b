import { ArrowDown, ArrowUp, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './stat.module.css'

const icons = { neutral: undefined, gain: ArrowUp, loss: ArrowDown, stale: Clock, alarm: TriangleAlert }

/** A number large enough to read in sunlight: small label, value, unit and an optional note. The tone also adds an icon. */
export function Stat({
  label,
  value,
  unit,
  tone = 'neutral',
  size = 'medium',
  note,
}: {
  label: ReactNode
  /** Formatted for the locale, with its sign; a dash if there is no value. */
  value: ReactNode
  unit?: ReactNode
  tone?: keyof typeof icons | undefined
  size?: 'small' | 'medium' | 'large'
  note?: ReactNode
}) {
  const icon = icons[tone]
  return (
    <div className={styles.stat} data-tone={tone} data-size={size}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {icon && <Icon of={icon} />}
        {value}
        {unit && <span className={styles.unit}>{unit}</span>}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
