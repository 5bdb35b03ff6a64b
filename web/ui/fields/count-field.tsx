import { Minus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { IconButton } from '../button.tsx'
import styles from './count-field.module.css'
import { Field, type FieldProps } from './field.tsx'

/**
 * A count, typed or changed with the buttons at its sides. `onChange` is called once the input is a whole number; otherwise the field shows the current value
 * again on blur.
 */
export function CountField({
  value,
  onChange,
  name,
  min = 0,
  max,
  ...field
}: FieldProps & {
  value: number
  onChange: (value: number) => void
  /** What is counted; used in the labels of the buttons. */
  name: string
  min?: number
  max: number
}) {
  const intl = useIntl()
  const [typed, type] = useState(String(value))
  useEffect(() => type(String(value)), [value])
  const choose = (wanted: number) => {
    const chosen = Math.min(max, Math.max(min, wanted))
    if (chosen !== value) onChange(chosen)
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.box}>
          <IconButton
            icon={Minus}
            label={intl.formatMessage({ id: 'ui.fewer' }, { name })}
            // a disabled button would lose the focus
            aria-disabled={value <= min || undefined}
            onClick={() => choose(value - 1)}
          />
          <input
            {...control}
            className={styles.count}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed}
            onChange={({ target }) => {
              type(target.value)
              if (/^\d+$/.test(target.value.trim())) choose(Number(target.value))
            }}
            onFocus={({ target }) => target.select()}
            onBlur={() => type(String(value))}
          />
          <IconButton
            icon={Plus}
            label={intl.formatMessage({ id: 'ui.more' }, { name })}
            aria-disabled={value >= max || undefined}
            onClick={() => choose(value + 1)}
          />
        </div>
      )}
    </Field>
  )
}
