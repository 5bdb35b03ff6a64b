import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './switch.module.css'

/** An on/off switch that takes effect at once: label on the left, switch on the right. For values sent with a form use `Checkbox`. */
export function Switch({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'id'>) {
  const id = useId()
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={styles.words}>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own state
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={styles.switch}
      />
    </label>
  )
}
