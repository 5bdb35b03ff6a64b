import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { Tone } from '../tone.ts'
import styles from './badge.module.css'

/** A state in one or two words next to what it describes. With `wrap` the text may be longer and breaks over several lines where space is narrow. */
export function Badge({
  tone = 'neutral',
  icon,
  wrap = false,
  children,
}: {
  tone?: Tone | undefined
  icon?: LucideIcon | undefined
  wrap?: boolean
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-tone={tone} data-wrap={wrap || undefined}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  )
}
