import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

/** A native select. Give `options`, or `<option>` and `<optgroup>` as children. */
export function Select({
  label,
  hint,
  error,
  optional,
  labelHidden,
  options = [],
  children,
  ...select
}: FieldProps & { options?: readonly SelectOption[] } & Omit<
    ComponentProps<'select'>,
    'className' | 'style' | 'id' | 'aria-invalid' | 'aria-describedby'
  >) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <div className={classNames(styles.box, styles.select)}>
          <select {...select} {...control} className={styles.control}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <span className={styles.chevron}>
            <Icon of={ChevronDown} />
          </span>
        </div>
      )}
    </Field>
  )
}
