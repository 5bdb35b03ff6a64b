import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './banner.module.css'

const icons = { neutral: Info, accent: Info, ok: CircleCheck, stale: Clock, loss: TriangleAlert, alarm: CircleAlert }

/** A message for the whole screen: an error (what happened, why, what to do), stale data or a hint. Alarms are announced immediately. */
export function Banner({
  tone = 'neutral',
  icon,
  title,
  actions,
  children,
}: {
  tone?: keyof typeof icons | undefined
  icon?: LucideIcon | undefined
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'alarm' ? 'alert' : 'status'}>
      <div className={styles.message}>
        <Icon of={icon ?? icons[tone]} />
        <div>
          <p className={styles.title}>{title}</p>
          {children && <div>{children}</div>}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
