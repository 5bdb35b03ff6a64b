import { seriesColor, seriesDash } from './series.ts'
import styles from './series-swatch.module.css'

/** The line of a series, color and dash, before its name. `index` counts from 0. */
export function SeriesSwatch({ index }: { index: number }) {
  return (
    <svg className={styles.swatch} width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
      <line
        x1="0"
        x2="28"
        y1="6"
        y2="6"
        stroke={seriesColor(index)}
        strokeWidth="3"
        strokeDasharray={seriesDash(index).join(' ') || undefined}
      />
    </svg>
  )
}
