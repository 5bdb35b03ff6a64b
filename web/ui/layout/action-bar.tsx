import { type ReactNode, useEffect, useRef } from 'react'
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
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.current?.offsetHeight ?? 0}px`))
    observer.observe(bar.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--action-bar')
    }
  }, [])
  return (
    <section ref={bar} className={styles.bar} aria-label={label} data-at-foot>
      {lead && <div className={styles.lead}>{lead}</div>}
      {children && <div className={styles.words}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
