import styles from './small-chart.module.css'
import { curvePath } from './sparkline-path.ts'

const box = { width: 200, height: 40 }

/** A curve without axes, as wide as its place, for a card. `time` in any unit, ascending; `label` says what it shows. */
export function Sparkline({
  time,
  values,
  label,
}: {
  time: readonly number[]
  values: readonly (number | null)[]
  label: string
}) {
  const path = curvePath(time, values, box)
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {path && (
        <>
          <path className={styles.curve} d={path.line} />
          <path className={styles.end} d={`M${path.end.x} ${path.end.y}h0`} />
        </>
      )}
    </svg>
  )
}
