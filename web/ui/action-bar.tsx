import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** Stays at the lower edge while the page scrolls: what counts now, and the main action under the thumb. The last in its page. */
export function ActionBar({ label, children, actions }: { label: string; children?: ReactNode; actions: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children && <div className={styles.words}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
