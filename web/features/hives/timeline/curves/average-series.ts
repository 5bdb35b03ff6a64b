import type { RegionAverage } from '#domain/insight/regional-average.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { indexFrom } from '#domain/platform/index-from.ts'
import type { ChartSeries } from '../../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { interpolate, type Points } from '../../../../charts/points/points.ts'

/**
 * Adds up a region's days into a curve in kg that starts at 0, with a point at the beginning and the end
 * of each day. A day without an average is a gap, over which the sum stays.
 */
export function cumulativePoints({ days, utcOffset }: RegionAverage, which: 'mean' | 'median'): Points {
  const time: number[] = []
  const value: number[] = []
  let sum = 0
  for (const day of days) {
    const begin = Date.parse(day.date) / 1000 - utcOffset * HOUR_SECONDS
    if (time.at(-1) !== begin) {
      // one second later, so that even a single missing day is longer than the allowed gap
      time.push(time.length > 0 ? begin + 1 : begin)
      value.push(sum)
    }
    sum += day[which]
    time.push(begin + DAY_SECONDS)
    value.push(sum)
  }
  return { time: Float64Array.from(time), value: Float64Array.from(value), gap: DAY_SECONDS }
}

/**
 * Returns the curve of a region's average. It passes through `anchor`, a scale's weight, at the left edge, or at
 * the first later time when both are known, so that slopes can be compared in every mode.
 */
export function averageSeries(
  region: RegionAverage,
  which: 'mean' | 'median',
  label: string,
  anchor: Points | undefined,
  span: TimeSpan,
): ChartSeries {
  const points = cumulativePoints(region, which)
  const lift = anchor ? liftTo(anchor, points, span) : 0
  return {
    key: `region-${region.regionId}`,
    label,
    slot: 0,
    points: { ...points, value: points.value.map((value) => value + lift) },
    reference: { changeByDay: new Map(region.days.map((day) => [day.date, day[which]])) },
  }
}

/** Returns how far to raise `average` so that it passes through `anchor` at the left edge, or at the first later time when both are known. */
export function liftTo(anchor: Points, average: Points, { from, to }: TimeSpan): number {
  const places = [from, ...laterTimes(anchor, average, from)]
  for (const at of places) {
    if (at > to) break
    const [weight, sum] = [interpolate(anchor, at), interpolate(average, at)]
    if (weight !== undefined && sum !== undefined) return weight - sum
  }
  return 0
}

/** The first times after the edge at which at least one of them is known. */
function laterTimes(anchor: Points, average: Points, from: number): number[] {
  return [anchor, average]
    .flatMap(({ time }) => [...time.subarray(indexFrom(time, from)).slice(0, 1000)])
    .sort((a, b) => a - b)
}
