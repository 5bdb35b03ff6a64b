import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './choice-list.module.css'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  /** Shown at the end, such as a price. */
  note?: ReactNode
  disabled?: boolean | undefined
}

/** A choice of one among several options with explanations, one below the other: native radio buttons. For a few short options use `SegmentedControl`. */
export function ChoiceList<Value extends string>({
  label,
  labelHidden = false,
  choices,
  value,
  onChange,
  error,
}: {
  label: ReactNode
  labelHidden?: boolean
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classNames(!labelHidden && styles.legend)}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <div className={styles.choices} data-invalid={Boolean(error)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              data-name={choice.value}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              aria-labelledby={`${id}-${choice.value}`}
              aria-describedby={choice.hint || choice.note ? `${id}-${choice.value}-more` : undefined}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.label} id={`${id}-${choice.value}`}>
              {choice.label}
            </span>
            {(choice.hint || choice.note) && (
              <span className={styles.more} id={`${id}-${choice.value}-more`}>
                {choice.note && <span className={styles.note}>{choice.note} </span>}
                {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
              </span>
            )}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={`${id}-error`}>
            <Icon of={CircleAlert} size={16} />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
