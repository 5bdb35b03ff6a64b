import { referenceDash, referenceToken, seriesColor, seriesDash } from './series.ts'
import styles from './series-swatch.module.css'

/** The line of a series (color and dash) shown before its name. `index` counts from 0; a `reference` looks the same everywhere. */
export function SeriesSwatch({
  index,
  reference = false,
  dash = reference ? referenceDash : seriesDash(index),
}: {
  index: number
  reference?: boolean | undefined
  /** Replaces the dash that belongs to the position. */
  dash?: readonly number[]
}) {
  return (
    <svg className={styles.swatch} width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
      <line
        x1="0"
        x2="28"
        y1="6"
        y2="6"
        stroke={reference ? `var(${referenceToken})` : seriesColor(index)}
        strokeWidth="3"
        strokeDasharray={dash.join(' ') || undefined}
      />
    </svg>
  )
}
