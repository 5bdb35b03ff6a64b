import { Eye, EyeOff, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Native<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'className' | 'style' | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>

type TextFieldProps = FieldProps &
  Native<'input'> & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'date' | 'time' | 'datetime-local' | 'month'
    icon?: LucideIcon | undefined
  }

/** One line of text, a date or a time; accepts all attributes of a native input, including `ref`. */
export function TextField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  icon,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <div className={styles.box}>
          {icon && (
            <span className={styles.before}>
              <Icon of={icon} />
            </span>
          )}
          <input {...input} {...control} type={type} className={styles.control} />
        </div>
      )}
    </Field>
  )
}

/** A password that can be made visible. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  ...input
}: FieldProps & Omit<Native<'input'>, 'type'>) {
  const intl = useIntl()
  const [revealed, reveal] = useState(false)
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...input}
            {...control}
            type={revealed ? 'text' : 'password'}
            data-secret
            autoCapitalize="none"
            spellCheck={false}
            className={styles.control}
          />
          <IconButton
            icon={revealed ? EyeOff : Eye}
            label={intl.formatMessage({ id: revealed ? 'ui.hidePassword' : 'ui.showPassword' })}
            onClick={() => reveal(!revealed)}
          />
        </div>
      )}
    </Field>
  )
}

/** Multi-line text. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  labelHidden,
  rows = 3,
  ...textarea
}: FieldProps & Native<'textarea'>) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <div className={styles.box}>
          <textarea {...textarea} {...control} rows={rows} className={styles.control} />
        </div>
      )}
    </Field>
  )
}
