import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from './banner.tsx'
import styles from './refusal.module.css'

/** Explains why a request was refused. It scrolls into view and takes the focus, since the button that was pressed may be a screen away or gone. */
export function Refusal({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // in newer browsers it returns a promise, which React would call as a cleanup function
    shown.current?.scrollIntoView({ block: 'nearest' })
    shown.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={shown} tabIndex={-1} className={styles.refusal}>
      <Banner tone="alarm" title={title}>
        {children}
      </Banner>
    </div>
  )
}
