import type { ReactNode } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import styles from './spinner.module.css'

/** Only the turning ring, for places that already say they are busy. */
export function SpinnerRing({ size }: { size: 20 | 32 | 200 }) {
  const stroke = size === 200 ? 1 : 3
  return (
    <span className={styles.spinner}>
      <svg className={styles.ring} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <circle className={styles.track} cx="16" cy="16" r="13" strokeWidth={stroke} />
        <circle className={styles.arc} cx="16" cy="16" r="13" strokeWidth={stroke} strokeDasharray="24 58" />
      </svg>
    </span>
  )
}

/** A wait of unknown length: 200 px for a whole page, with a text saying what is being waited for; 32 px inside a page. */
export function Spinner({ size = 32, children }: { size?: 32 | 200; children?: ReactNode }) {
  const intl = useIntl()
  const words = children ?? intl.formatMessage({ id: 'ui.loading' })
  if (size === 32) {
    return (
      <span
        role="status"
        data-loading=""
        aria-label={typeof words === 'string' ? words : intl.formatMessage({ id: 'ui.loading' })}
      >
        <SpinnerRing size={32} />
      </span>
    )
  }
  return (
    <div className={styles.page} role="status" data-loading="">
      <SpinnerRing size={200} />
      <p>{words}</p>
    </div>
  )
}
