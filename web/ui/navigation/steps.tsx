import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Icon } from '../icon.tsx'
import { usePhone } from '../media.ts'
import styles from './steps.module.css'

export interface Step {
  id: string
  label: ReactNode
  /** Wraps the text of a step the person may go to in a link. */
  link?: ((words: ReactNode) => ReactNode) | undefined
  done?: boolean | undefined
}

/** Shows the position in a sequence of steps: all of them, or on a phone only the current one and its number. */
export function Steps({ label, steps, current }: { label: string; steps: readonly Step[]; current: string }) {
  const phone = usePhone()
  const at = steps.findIndex(({ id }) => id === current)
  const step = steps[at]
  if (phone && step) {
    return (
      <div className={styles.short}>
        <p className={styles.line}>
          <FormattedMessage id="ui.step" values={{ step: at + 1, steps: steps.length, name: step.label }} />
        </p>
        <div className={styles.track} aria-hidden="true">
          {steps.map(({ id }, index) => (
            <span key={id} className={styles.part} data-done={index <= at} />
          ))}
        </div>
      </div>
    )
  }
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map(({ id, label: words, link, done }, index) => (
          <li key={id} className={styles.step} aria-current={id === current ? 'step' : undefined}>
            <span className={styles.number}>{done && id !== current ? <Icon of={Check} size={16} /> : index + 1}</span>
            {link && id !== current ? link(words) : <span>{words}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
