import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** Stays at the lower edge while the page scrolls: what counts now, and the main action under the thumb. The last in its page. */
export function ActionBar({
  label,
  lead,
  children,
  actions,
}: {
  label: string
  /** What there is to say above it. */
  lead?: ReactNode
  children?: ReactNode
  actions: ReactNode
}) {
  return (
    <section className={styles.bar} aria-label={label} data-at-foot>
      {lead && <div className={styles.lead}>{lead}</div>}
      {children && <div className={styles.words}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
