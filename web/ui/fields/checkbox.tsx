import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../icon.tsx'
import styles from './switch.module.css'

/** A checkbox; `indeterminate` if only some of the items it stands for are checked. */
export function Checkbox({
  label,
  hint,
  error,
  indeterminate = false,
  ...input
}: { label: ReactNode; hint?: ReactNode; error?: ReactNode; indeterminate?: boolean | undefined } & Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'id' | 'ref'
>) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div>
      <label className={styles.row} htmlFor={id}>
        <input
          {...input}
          ref={box}
          id={id}
          type="checkbox"
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          className={styles.checkbox}
        />
        <span className={styles.words}>
          <span id={`${id}-label`}>{label}</span>
          {hint && (
            <span className={styles.hint} id={`${id}-hint`}>
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
