import type { ChartSeries } from '../../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import type { Points } from '../../../../charts/points/points.ts'
import { liftTo } from './average-series.ts'

/** Returns the seconds between a time (epoch seconds) and the same local day and hour of the year before; for 29 February, 1 March of that year. */
export function secondsToYearBefore(time: number): number {
  const date = new Date(time * 1000)
  date.setFullYear(date.getFullYear() - 1)
  return Math.round(time - date.getTime() / 1000)
}

/** Moves a span a year back. */
export const yearBefore = ({ from, to }: TimeSpan, seconds: number): TimeSpan => ({
  from: from - seconds,
  to: to - seconds,
})

/**
 * Returns the curve of the year before, moved `seconds` later. A weight is lifted to meet `own` at the left edge, so that gains
 * compare whatever is on the scale. Returns undefined if the span has no reading of that year.
 */
export function yearBeforeSeries(
  before: Points,
  seconds: number,
  own: Points,
  span: TimeSpan,
  look: { label: string; lifted: boolean },
): ChartSeries | undefined {
  const time = before.time.map((at) => at + seconds)
  if (!time.some((at) => at >= span.from && at <= span.to)) return undefined
  const moved = { ...before, time, ...(before.begin && { begin: before.begin.map((at) => at + seconds) }) }
  const lift = look.lifted ? liftTo(own, moved, span) : 0
  const raised = (values: Float64Array) => values.map((value) => value + lift)
  const points = {
    ...moved,
    value: raised(before.value),
    ...(before.low && before.high && { low: raised(before.low), high: raised(before.high) }),
  }
  return { key: 'year-before', label: look.label, slot: 0, points, reference: { changeByDay: new Map(), dotted: true } }
}
