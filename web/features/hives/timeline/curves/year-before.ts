import type { ChartSeries } from '../../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import type { Points } from '../../../../charts/points/points.ts'
import { liftTo } from './average-series.ts'

/**
 * How many seconds lie between a time (epoch seconds) and the same local day and hour of the year before; on 29 February
 * that of 1 March.
 */
export function secondsToYearBefore(time: number): number {
  const date = new Date(time * 1000)
  date.setFullYear(date.getFullYear() - 1)
  return Math.round(time - date.getTime() / 1000)
}

/** The span a year before. */
export const yearBefore = ({ from, to }: TimeSpan, seconds: number): TimeSpan => ({
  from: from - seconds,
  to: to - seconds,
})

/**
 * The curve of the year before, `seconds` later, beside `own`: a weight passes through it at the left edge, so that gains compare
 * whatever stands on the scale. Undefined where the span has no reading of that year.
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
