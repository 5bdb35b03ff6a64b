import { indexFrom } from '#domain/platform/index-from.ts'
import type { AlignedColumns, TimeSpan } from './align-series.ts'
import { firstSince, interpolate, type Points } from './points.ts'

/**
 * The minimum and maximum of each series in each of `columns` equal parts of the span (one per pixel), in the order in which they occurred, with its series'
 * `offset` subtracted from each value: all that can be seen of any number of readings. Two rows per column, plus one at each edge, where the line enters and
 * leaves; null marks a gap.
 */
export function decimate(
  series: readonly Points[],
  { from, to }: TimeSpan,
  columns: number,
  offsets: readonly number[] = [],
): AlignedColumns {
  const width = (to - from) / columns
  const rows = 2 * columns + 2
  const time = new Array<number>(rows)
  time[0] = from
  for (let row = 1; row < rows - 1; row++) time[row] = from + (row - 0.5) * 0.5 * width
  time[rows - 1] = to
  return [
    time,
    ...series.map((points, index) => decimateColumn(points, { from, to }, columns, width, offsets[index] ?? 0)),
  ]
}

function decimateColumn(
  points: Points,
  { from, to }: TimeSpan,
  columns: number,
  width: number,
  offset: number,
): (number | null | undefined)[] {
  const { time, value, gap } = points
  const low = points.low ?? value
  const high = points.high ?? value
  const rows = 2 * columns + 2
  const column = new Array<number | null | undefined>(rows).fill(undefined)
  const inside = firstSince(points, from)
  if (inside === indexFrom(time, from)) column[0] = lowered(interpolate(points, from), offset)
  column[rows - 1] = lowered(interpolate(points, to), offset)
  const end = indexFrom(time, to)
  let i = inside
  let previous = i > 0 ? time[i - 1]! : Number.POSITIVE_INFINITY
  while (i < end) {
    const start = time[i]!
    const place = Math.min(columns - 1, Math.floor((start - from) / width))
    const edge = place === columns - 1 ? to : from + (place + 1) * width
    let least = low[i]!
    let greatest = high[i]!
    let leastAt = i
    let greatestAt = i
    const first = i
    for (i++; i < end && time[i]! < edge; i++) {
      if (low[i]! < least) {
        least = low[i]!
        leastAt = i
      }
      if (high[i]! > greatest) {
        greatest = high[i]!
        greatestAt = i
      }
    }
    const row = 1 + 2 * place
    const broken = start - previous > gap
    if (least === greatest) {
      const late = start - from >= (place + 0.5) * width ? 1 : 0
      column[row + late] = least - offset
      if (broken) breakBefore(column, row + late)
    } else {
      const rising = leastAt < greatestAt || (leastAt === greatestAt && rises(value, first))
      column[row] = (rising ? least : greatest) - offset
      column[row + 1] = (rising ? greatest : least) - offset
      if (broken) breakBefore(column, row)
    }
    previous = time[i - 1]!
  }
  if (column[rows - 1] === undefined && i < time.length && i > 0 && time[i]! - previous > gap) breakBefore(column, rows)
  return column
}

const lowered = (value: number | undefined, offset: number): number | undefined =>
  value === undefined ? undefined : value - offset

const rises = (value: Float64Array, index: number): boolean => index === 0 || value[index]! >= value[index - 1]!

/** Empties the rows before the reading that ends a gap; a gap narrower than a row has none and cannot be seen. */
function breakBefore(column: (number | null | undefined)[], row: number): void {
  for (let empty = row - 1; empty >= 0 && column[empty] === undefined; empty--) column[empty] = null
}
