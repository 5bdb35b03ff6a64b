import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { readNumber, writeNumber } from './read-number.ts'

type Native = Omit<
  ComponentProps<'input'>,
  | 'className'
  | 'style'
  | 'id'
  | 'children'
  | 'type'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'min'
  | 'max'
  | 'step'
  | 'aria-invalid'
  | 'aria-describedby'
>

/** A number as the form and its owner see it: `18.4` in every language, empty if there is none, `NaN` if the input is not a number. */
export type NumberText = string

/**
 * A number followed by its unit, read in the language of the app regardless of the browser's language. On blur it shows how the input was understood; input
 * that is not a number is marked as such and blocks the form. `min` and `max` only help to interpret the input; checking the range is up to the form.
 */
export function NumberField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  unit,
  value,
  defaultValue,
  onChange,
  name,
  min,
  max,
  whole = false,
  ...input
}: FieldProps &
  Native & {
    unit?: ReactNode
    value?: NumberText | number | undefined
    defaultValue?: NumberText | number | undefined
    onChange?: ((value: NumberText) => void) | undefined
    min?: number | undefined
    max?: number | undefined
    /** Only whole numbers are expected. */
    whole?: boolean | undefined
  }) {
  const { locale } = useIntl()
  const unitId = useId()
  const [own, setOwn] = useState(() => String(defaultValue ?? ''))
  /** The text in the field while it is being typed or is not a number, and what it was read as. */
  const [typed, setTyped] = useState<{ text: string; as: NumberText; isLeft: boolean }>()
  const current = value === undefined ? own : String(value)
  const draft = typed?.as === current ? typed : undefined
  const isUnreadable = current === 'NaN'
  const change = (text: string) => {
    const as = text.trim() === '' ? '' : String(readNumber(text, locale, { min, max }) ?? Number.NaN)
    setTyped({ text, as, isLeft: false })
    setOwn(as)
    onChange?.(as)
  }
  const leave = () => setTyped(isUnreadable && draft ? { ...draft, isLeft: true } : undefined)
  const unreadable = isUnreadable && draft?.isLeft && (
    <FormattedMessage id="ui.number.wrong" values={{ example: writeNumber(whole ? 18 : 18.4, locale) }} />
  )
  return (
    <Field
      {...{ label, hint, optional, labelHidden }}
      error={unreadable || error}
      describedBy={unit ? unitId : undefined}
    >
      {(control) => (
        <div className={styles.box}>
          <input
            inputMode={whole ? 'numeric' : 'decimal'}
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            className={styles.control}
            value={draft?.text ?? shownOf(current, locale)}
            data-name={name}
            data-withheld={isUnreadable || undefined}
            onChange={({ target }) => change(target.value)}
            onBlur={(event) => {
              leave()
              input.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave()
              input.onKeyDown?.(event)
            }}
          />
          {name !== undefined && <input type="hidden" name={name} value={current} disabled={input.disabled} />}
          {unit && (
            <span className={styles.unit} id={unitId}>
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

function shownOf(value: NumberText, locale: string): string {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? writeNumber(number, locale) : ''
}
