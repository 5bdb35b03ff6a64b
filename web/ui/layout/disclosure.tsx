import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './disclosure.module.css'

/** Something folded away behind its summary: how a figure is computed, rarely used settings. */
export function Disclosure({
  summary,
  defaultOpen = false,
  children,
}: {
  summary: ReactNode
  defaultOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.disclosure} open={defaultOpen}>
      <summary className={styles.summary}>
        <Icon of={ChevronRight} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
