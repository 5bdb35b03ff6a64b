import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Icon } from '../icon.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  /** Says what to enter, before anything goes wrong. */
  hint?: ReactNode
  /** What is wrong and how to fix it; also marks the control as invalid. */
  error?: ReactNode
  /** Adds "optional" beside the label. */
  optional?: boolean | undefined
  /** Shows the label only to screen readers, where the context makes it obvious. */
  labelHidden?: boolean | undefined
}

/** The props that link a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint and error around one control of any kind, wired for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden,
  describedBy,
  children,
}: FieldProps & { describedBy?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const described = [describedBy, hintId, errorId].filter(Boolean).join(' ') || undefined
  const labeled = (
    <label className={styles.label} htmlFor={id}>
      {label}
      {optional && (
        <span className={styles.optional}>
          {' '}
          <FormattedMessage id="ui.optional" />
        </span>
      )}
    </label>
  )
  return (
    <div className={styles.field}>
      {labelHidden ? <VisuallyHidden>{labeled}</VisuallyHidden> : labeled}
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={errorId}>
            <Icon of={CircleAlert} size={16} />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
