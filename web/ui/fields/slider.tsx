import { Field } from './field.tsx'
import styles from './slider.module.css'

/** A value on a slider, such as the day of a map; `words` gives it as a person would say it. */
export function Slider({
  label,
  words,
  value,
  onChange,
  min,
  max,
  step = 1,
  disabled = false,
}: {
  label: string
  words: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  disabled?: boolean | undefined
}) {
  return (
    <Field
      label={
        <>
          {label} <output className={styles.value}>{words}</output>
        </>
      }
    >
      {(control) => (
        <input
          {...control}
          type="range"
          className={styles.slider}
          {...{ value, min, max, step, disabled }}
          aria-valuetext={words}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
