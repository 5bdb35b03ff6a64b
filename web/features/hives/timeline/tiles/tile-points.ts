import { ABSENT, type RawColumnName, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { makePoints, noPoints, type Points } from '../../../../charts/points/points.ts'

/** A tile and the part of it to show. */
export type TilePiece = { tile: Tile; from: number; to: number }

/** Factors from a tile's integers to kg, °C, %, V and dBm. */
const scaleOf = { weight: 1e-3, temperature: 1e-2, humidity: 1e-1, battery: 1e-3, signal: 1 } as const
/**
 * A correction of weights. `kg`: how much to subtract from the weight at `at`, which stands for everything until `until` (exclusive). `steps`:
 * whether the correction jumps between two times, so that a bucket's extremes are no longer valid. Times in epoch seconds.
 */
export type Correction = {
  kg: (at: number, until: number) => number
  steps: (from: number, until: number) => boolean
}

const bucketSeconds = { raw: 0, hour: HOUR_SECONDS, day: DAY_SECONDS } as const

/**
 * Makes one curve from tiles of any levels, in chronological order and without overlap. The weight of a bucket is its last
 * one, placed at its end; that of the newest bucket no later than `latestReading` (epoch seconds). A weight read in the first second of
 * an hour is placed there, and stands for the hour if it is the only one. A sensor's mean is placed in the middle. If the correction
 * steps within a bucket, its extremes are replaced by its own value and its neighbor's.
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
    capacity += tile.level === 'hour' && tile.columns.weightStart ? 2 * tile.length : tile.length
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

  /** Adds entry `i`, which was placed at `at`: the bucket of `length` seconds from `start` on, or one reading (0). */
  const add = (of: Weights, i: number, at: number, start: number, length: number) => {
    if (at < latest) return
    // a weight read exactly on the hour is placed where the previous bucket ends, and keeps that bucket's extremes
    const isShared = at === latest
    if (isShared) count--
    // the latest reading is known to be no older
    else begin[count] = column === 'weight' && at < start + length ? at : start
    const lowBefore = isShared ? low[count]! : Number.POSITIVE_INFINITY
    const highBefore = isShared ? high[count]! : Number.NEGATIVE_INFINITY
    const less = correction ? correction.kg(at, start + (length || 1)) : 0
    latest = at
    time[count] = at
    value[count] = of.value[i]! * unit - less
    if (coarse) {
      const stepped = length > 0 && correction?.steps(start, start + length)
      const before = stepped && count > 0 ? value[count - 1]! : value[count]!
      const [least, most] = stepped ? [before, before] : [of.low[i]! * unit - less, of.high[i]! * unit - less]
      low[count] = Math.min(lowBefore, value[count]!, least)
      high[count] = Math.max(highBefore, value[count]!, most)
    }
    count++
  }

  for (const { tile, from, to } of pieces) {
    const columns = columnsOf(tile, column)
    if (!columns) continue
    const bucket = bucketSeconds[tile.level]
    const place = column === 'weight' ? bucket : bucket / 2
    const { begun } = columns
    for (let i = 0; i < tile.length; i++) {
      const start = tile.from + tile.time[i]!
      if (start < from || columns.value[i] === ABSENT) continue
      if (start >= to) break
      const isAlone = begun?.value[i] === columns.value[i] && columns.low[i] === columns.high[i]
      if (begun && begun.value[i] !== ABSENT && !isAlone) add(begun, i, start, start, 0)
      const isPlaced = place === 0 || isAlone
      const at = isPlaced ? start : Math.max(start, Math.min(start + place, latestReading))
      add(columns, i, at, start, bucket)
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

type Weights = { value: Int32Array; low: Int32Array; high: Int32Array }

/** `begun`: what was read as each hour began. */
function columnsOf(tile: Tile, column: RawColumnName): (Weights & { begun?: Weights | undefined }) | undefined {
  if (tile.level === 'raw' || column !== 'weight') {
    const values = (tile.columns as Partial<Record<RawColumnName, Int32Array>>)[column]
    return values && { value: values, low: values, high: values }
  }
  const { weightStart: start, weightLast: value, weightMin: low, weightMax: high } = tile.columns
  return value && low && high && { value, low, high, begun: start && { value: start, low: start, high: start } }
}
