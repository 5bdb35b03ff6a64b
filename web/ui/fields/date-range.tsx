import { useState } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import styles from './date-range.module.css'
import { SegmentedControl } from './segmented-control.tsx'
import { TextField } from './text-field.tsx'

/** A range of days as `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

export interface RangePreset extends DayRange {
  id: string
  label: string
}

/**
 * A range of days: presets above, two native date inputs below. While a day is missing or the end is before the beginning, the caller is not notified and the
 * surrounding `Form` is not submitted.
 */
export function DateRange({
  label,
  value,
  onChange,
  min,
  max,
  presets = [],
}: {
  label: string
  value: DayRange
  onChange: (range: DayRange) => void
  min?: string | undefined
  max?: string | undefined
  presets?: readonly RangePreset[]
}) {
  const intl = useIntl()
  const [draft, setDraft] = useState<DayRange>()
  const shown = draft ?? value
  const change = (range: DayRange) => {
    const valid = range.from !== '' && range.to !== '' && range.from <= range.to
    setDraft(valid ? undefined : range)
    if (valid) onChange(range)
  }
  const missing = (day: string) => draft && day === '' && intl.formatMessage({ id: 'ui.dayMissing' })
  const reversed = draft && shown.from > shown.to && intl.formatMessage({ id: 'ui.rangeOrder' })
  const withheld = draft && { 'data-withheld': true }
  const preset = presets.find(({ from, to }) => from === shown.from && to === shown.to)
  return (
    <fieldset className={styles.range}>
      <legend className={styles.legend}>{label}</legend>
      {presets.length > 0 && (
        <SegmentedControl
          label={label}
          labelHidden
          segments={presets.map(({ id, label }) => ({ value: id, label }))}
          value={preset?.id}
          onChange={(id) => {
            const chosen = presets.find((preset) => preset.id === id)
            if (chosen) change({ from: chosen.from, to: chosen.to })
          }}
        />
      )}
      <div className={styles.days}>
        <TextField
          name="from"
          type="date"
          label={intl.formatMessage({ id: 'ui.from' })}
          value={shown.from}
          min={min}
          max={max}
          error={missing(shown.from)}
          {...withheld}
          onChange={(event) => change({ ...shown, from: event.target.value })}
        />
        <TextField
          name="to"
          type="date"
          label={intl.formatMessage({ id: 'ui.to' })}
          value={shown.to}
          min={min}
          max={max}
          error={missing(shown.to) || (shown.from !== '' && reversed)}
          {...withheld}
          onChange={(event) => change({ ...shown, to: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
