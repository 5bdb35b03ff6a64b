import styles from './small-chart.module.css'
import { curvePath } from './sparkline-path.ts'

const box = { width: 200, height: 40 }

/**
 * A curve without axes, as wide as its container, for a card. `time` in any unit, ascending; `label` says what it shows; a dashed line marks the time `mark`.
 * Curves with the same `range` can be compared; without one, each fills the height.
 */
export function Sparkline({
  time,
  values,
  label,
  mark,
  range,
}: {
  time: readonly number[]
  values: readonly (number | null)[]
  label: string
  mark?: number | undefined
  range?: { bottom: number; top: number } | undefined
}) {
  const path = curvePath(time, values, { ...box, ...range })
  const [first = 0, last = 0] = [time[0], time[time.length - 1]]
  const markX =
    mark !== undefined && mark >= first && mark < last ? ((mark - first) / (last - first)) * box.width : undefined
  return (
    <div className={styles.sparkline} role="img" aria-label={label}>
      <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        {markX !== undefined && <line className={styles.trigger} x1={markX} x2={markX} y1={0} y2={box.height} />}
        {path && <path className={styles.curve} d={path.line} />}
      </svg>
      {/* inside the picture, which is stretched, it would not always be a circle */}
      {path && (
        <span
          className={styles.end}
          style={{ left: `${(path.end.x / box.width) * 100}%`, top: `${(path.end.y / box.height) * 100}%` }}
        />
      )}
    </div>
  )
}
