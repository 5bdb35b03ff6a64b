import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './empty-state.module.css'

/** Shown when there is nothing to show: what is missing, what to do next, and the button that does it. */
export function EmptyState({
  icon,
  title,
  next,
  action,
}: {
  icon: LucideIcon
  title: ReactNode
  next: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <Icon of={icon} size={40} />
      <p className={styles.title}>{title}</p>
      <p className={styles.next}>{next}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
