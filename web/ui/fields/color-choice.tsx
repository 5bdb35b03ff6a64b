import { type ReactNode, useId } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { seriesColors } from '../display/series.ts'
import { SeriesSwatch } from '../display/series-swatch.tsx'
import styles from './color-choice.module.css'

/** A choice of one of the curve colors: native radio buttons, sent as `name` with the index of the color, from 0. */
export function ColorChoice({
  label,
  hint,
  name,
  defaultValue,
  disabled,
}: {
  label: ReactNode
  hint?: ReactNode
  name: string
  defaultValue: number
  disabled?: boolean | undefined
}) {
  const intl = useIntl()
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={hint ? id : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.colors}>
        {seriesColors.map((index) => (
          <label key={index} className={styles.color}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={index}
              defaultChecked={index === defaultValue}
              disabled={disabled}
              aria-label={intl.formatMessage({ id: 'settings-screen.scale.color.number' }, { number: index + 1 })}
            />
            <SeriesSwatch index={index} />
          </label>
        ))}
      </div>
      {hint && (
        <p className={styles.hint} id={id}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
