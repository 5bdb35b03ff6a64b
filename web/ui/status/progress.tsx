import { type ReactNode, useId } from 'react'
import { FormattedNumber } from '../../i18n/intl.tsx'
import { classNames } from '../class-names.ts'
import styles from './progress.module.css'

/** A progress bar: `value` from 0 to 1, indeterminate without it. */
export function Progress({ label, value }: { label: ReactNode; value?: number | undefined }) {
  const id = useId()
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <label htmlFor={id}>{label}</label>
        {value !== undefined && (
          <span>
            <FormattedNumber value={value} style="percent" />
          </span>
        )}
      </div>
      <div className={classNames(value === undefined && styles.unknown)}>
        <progress id={id} className={styles.bar} max={1} value={value} />
      </div>
    </div>
  )
}
