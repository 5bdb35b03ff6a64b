import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from './banner.tsx'
import styles from './refusal.module.css'

/**
 * Why what was asked for was not done. It comes into sight and takes the focus: the button that asked may stand a screen below, and may be gone.
 */
export function Refusal({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // of newer browsers it returns a promise, which React would call when this goes away
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
