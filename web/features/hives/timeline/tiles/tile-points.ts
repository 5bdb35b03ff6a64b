import { ABSENT, type RawColumnName, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { makePoints, noPoints, type Points } from '../../../../charts/points/points.ts'

/** A tile and the part of it to show. */
export type TilePiece = { tile: Tile; from: number; to: number }

/** From a tile's integers to kg, °C, %, V and dBm. */
const scaleOf = { weight: 1e-3, temperature: 1e-2, humidity: 1e-1, battery: 1e-3, signal: 1 } as const
/**
 * What is taken out of weights. `kg` of the weight that stands at `at` and speaks of all until `until` (exclusive); `steps`: whether
 * that changes at once between two times, so that a bucket's extremes are no longer its own. Times in epoch seconds.
 */
export type Correction = {
  kg: (at: number, until: number) => number
  steps: (from: number, until: number) => boolean
}

const bucketSeconds = { raw: 0, hour: HOUR_SECONDS, day: DAY_SECONDS } as const

/**
 * One curve from tiles of any levels, given in the order of time and without overlap. A bucket's weight is its last one and
 * stands at its end, that of the newest bucket no later than `latestReading` (epoch seconds), and one that was read in an hour's first second
 * alone there; a mean of a sensor stands in the middle. Where something is taken out at once within a bucket, its extremes are what lies between its neighbors.
 */
export function tilePoints(
  pieces: readonly TilePiece[],
  column: RawColumnName,
  latestReading: number,
  correction?: Correction,
): Points {
  let capacity = 0
  let leastGap = 0
  for (const { tile } of pieces) {
    capacity += tile.length
    leastGap = Math.max(leastGap, 3 * bucketSeconds[tile.level])
  }
  if (capacity === 0) return noPoints
  const coarse = column === 'weight' && leastGap > 0
  const time = new Float64Array(capacity)
  const value = new Float64Array(capacity)
  const low = coarse ? new Float64Array(capacity) : value
  const high = coarse ? new Float64Array(capacity) : value
  const begin = new Float64Array(capacity)
  const unit = scaleOf[column]
  let count = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const { tile, from, to } of pieces) {
    const columns = columnsOf(tile, column)
    if (!columns) continue
    const bucket = bucketSeconds[tile.level]
    const place = column === 'weight' ? bucket : bucket / 2
    for (let i = 0; i < tile.length; i++) {
      const start = tile.from + tile.time[i]!
      if (start < from || columns.value[i] === ABSENT) continue
      if (start >= to) break
      const isAlone = columns.start?.[i] === columns.value[i] && columns.low[i] === columns.high[i]
      const at = place === 0 || isAlone ? start : Math.max(start, Math.min(start + place, latestReading))
      if (at < latest) continue
      // what was read on the very hour stands where the bucket before it ends, whose extremes stay
      const isShared = at === latest
      if (isShared) count--
      const [lowBefore, highBefore] = isShared
        ? [low[count]!, high[count]!]
        : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      latest = at
      const until = start + (bucket || 1)
      // the latest reading is known to be no older
      if (!isShared) begin[count] = column === 'weight' && at < start + place ? at : start
      const less = correction ? correction.kg(at, until) : 0
      time[count] = at
      value[count] = columns.value[i]! * unit - less
      if (coarse) {
        const stepped = bucket > 0 && correction?.steps(start, until)
        const before = stepped && count > 0 ? value[count - 1]! : value[count]!
        const [least, most] = stepped
          ? [before, before]
          : [columns.low[i]! * unit - less, columns.high[i]! * unit - less]
        low[count] = Math.min(lowBefore, value[count]!, least)
        high[count] = Math.max(highBefore, value[count]!, most)
      }
      count++
    }
  }
  return makePoints(
    time.subarray(0, count),
    value.subarray(0, count),
    {
      ...(coarse && { low: low.subarray(0, count), high: high.subarray(0, count) }),
      ...(leastGap > 0 && { begin: begin.subarray(0, count) }),
    },
    leastGap,
  )
}

function columnsOf(
  tile: Tile,
  column: RawColumnName,
): { value: Int32Array; low: Int32Array; high: Int32Array; start?: Int32Array | undefined } | undefined {
  if (tile.level === 'raw' || column !== 'weight') {
    const values = (tile.columns as Partial<Record<RawColumnName, Int32Array>>)[column]
    return values && { value: values, low: values, high: values }
  }
  const { weightStart: start, weightLast: value, weightMin: low, weightMax: high } = tile.columns
  return value && low && high && { value, low, high, start }
}
