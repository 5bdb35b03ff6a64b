import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './disclosure.module.css'

/** Content folded away behind a summary, such as how a figure is computed or rarely used settings. */
export function Disclosure({
  summary,
  defaultOpen = false,
  onOpen,
  children,
}: {
  summary: ReactNode
  defaultOpen?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  return (
    <details
      className={styles.disclosure}
      open={defaultOpen}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={styles.summary}>
        <Icon of={ChevronRight} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
