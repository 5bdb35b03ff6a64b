import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/**
 * Stays at the bottom edge while the page scrolls, with the current key facts and the main action within reach of the thumb. Must be the last element of its
 * page.
 */
export function ActionBar({
  label,
  lead,
  children,
  actions,
}: {
  label: string
  /** Content shown above it. */
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
