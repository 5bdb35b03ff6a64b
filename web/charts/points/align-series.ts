import { indexFrom } from '#domain/platform/index-from.ts'
import { firstSince, type Points } from './points.ts'

/** uPlot's columns: times, then one column per series; null is a gap, undefined means that only another series has this time. */
export type AlignedColumns = [number[], ...(number | null | undefined)[][]]

/** A span of time in epoch seconds. */
export type TimeSpan = { from: number; to: number }

/** The rows of `points` in the span plus one more on either side, so that lines continue to the edges. */
export function visibleRows(points: Points, { from, to }: TimeSpan): { first: number; end: number } {
  const { time } = points
  const inside = firstSince(points, from)
  const first = inside === indexFrom(time, from) ? Math.max(0, inside - 1) : inside
  return { first, end: Math.max(first, Math.min(time.length, indexFrom(time, to) + 1)) }
}

/**
 * Every reading in the span, at its exact time, with its series' `offset` subtracted from each value. All rows within a gap are null, and there is at least
 * one. The cost grows with the number of readings in the span; for many use `decimate`.
 */
export function alignSeries(
  series: readonly Points[],
  span: TimeSpan,
  offsets: readonly number[] = [],
): AlignedColumns {
  const rows = series.map((points) => visibleRows(points, span))
  const breaks = series.map((points, index) => gapTimes(points, rows[index]!))
  let count = 0
  rows.forEach(({ first, end }, index) => {
    count += end - first + breaks[index]!.length
  })
  const all = new Float64Array(count)
  let filled = 0
  series.forEach((points, index) => {
    const { first, end } = rows[index]!
    all.set(points.time.subarray(first, end), filled)
    filled += end - first
    all.set(breaks[index]!, filled)
    filled += breaks[index]!.length
  })
  all.sort()
  const time: number[] = []
  for (let i = 0; i < count; i++) if (i === 0 || all[i] !== all[i - 1]) time.push(all[i]!)

  const columns = series.map((points, index) => {
    const column: (number | null | undefined)[] = new Array(time.length).fill(undefined)
    const offset = offsets[index] ?? 0
    const { first, end } = rows[index]!
    let row = 0
    for (let i = first; i < end; i++) {
      const silent = i > first && points.time[i]! - points.time[i - 1]! > points.gap
      for (; time[row]! < points.time[i]!; row++) if (silent) column[row] ??= null
      column[row] = points.value[i]! - offset
    }
    return column
  })
  return [time, ...columns]
}

function gapTimes({ time, gap }: Points, { first, end }: { first: number; end: number }): number[] {
  const breaks: number[] = []
  for (let i = first + 1; i < end; i++) {
    if (time[i]! - time[i - 1]! > gap) breaks.push((time[i]! + time[i - 1]!) / 2)
  }
  return breaks
}
