import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type CoarseTile, coarseColumnNames, type RawTile, rawColumnNames, TileError } from './timeline-tile.ts'

/** Buckets of one UTC day: `time` in epoch seconds, columns as in a coarse tile. */
export type Buckets = { length: number; time: Float64Array; columns: CoarseTile['columns'] }

/** The hour buckets of a day, only those with readings. */
export function rollUpHour(tile: RawTile): Buckets {
  const buckets = rollUp(tile, HOUR_SECONDS)
  const starts = tile.columns.weight && weightsOnTheHour(tile, tile.columns.weight, buckets)
  if (starts !== undefined) buckets.columns.weightStart = starts
  return buckets
}

/** The one day bucket of a day, or none for an empty tile. */
export const rollUpDay = (tile: RawTile): Buckets => rollUp(tile, DAY_SECONDS)

function rollUp(tile: RawTile, unit: number): Buckets {
  const starts: number[] = []
  const rows: number[] = []
  for (let i = 0; i < tile.length; i++) {
    const start = Math.floor(tile.time[i]! / unit) * unit
    if (starts.length > 0 && starts[starts.length - 1] === start) continue
    starts.push(start)
    rows.push(i)
  }
  rows.push(tile.length)
  const length = starts.length
  const columns: Buckets['columns'] = {}
  if (tile.columns.weight !== undefined) Object.assign(columns, rollUpWeight(tile.columns.weight, rows))
  for (const name of rawColumnNames) {
    if (name === 'weight') continue
    const values = tile.columns[name]
    if (values !== undefined) columns[name] = rollUpMean(values, rows)
  }
  return { length, time: Float64Array.from(starts, (start) => tile.from + start), columns }
}

function weightsOnTheHour({ from, time }: RawTile, weight: Int32Array, buckets: Buckets): Int32Array | undefined {
  const starts = new Int32Array(buckets.length).fill(ABSENT)
  let found = 0
  for (let i = 0, bucket = 0; i < time.length; i++) {
    if (time[i]! % HOUR_SECONDS !== 0 || weight[i] === ABSENT) continue
    while (buckets.time[bucket] !== from + time[i]!) bucket++
    starts[bucket] = weight[i]!
    found++
  }
  return found > 0 ? starts : undefined
}

function rollUpMean(values: Int32Array, rows: number[]): Int32Array {
  const mean = new Int32Array(rows.length - 1)
  for (let bucket = 0; bucket < mean.length; bucket++) {
    let sum = 0
    let count = 0
    for (let i = rows[bucket]!; i < rows[bucket + 1]!; i++) {
      if (values[i] === ABSENT) continue
      sum += values[i]!
      count++
    }
    mean[bucket] = count > 0 ? Math.round(sum / count) : ABSENT
  }
  return mean
}

function rollUpWeight(values: Int32Array, rows: number[]): CoarseTile['columns'] {
  const weightMean = rollUpMean(values, rows)
  const weightLast = new Int32Array(weightMean.length).fill(ABSENT)
  const weightMin = weightLast.slice()
  const weightMax = weightLast.slice()
  for (let bucket = 0; bucket < weightMean.length; bucket++) {
    for (let i = rows[bucket]!; i < rows[bucket + 1]!; i++) {
      const value = values[i]!
      if (value === ABSENT) continue
      if (weightLast[bucket] === ABSENT || value < weightMin[bucket]!) weightMin[bucket] = value
      if (value > weightMax[bucket]!) weightMax[bucket] = value
      weightLast[bucket] = value
    }
  }
  return { weightLast, weightMin, weightMax, weightMean }
}

/**
 * The coarse tile with everything in `[dayFrom, dayTo)` (epoch seconds) replaced by `buckets`, which must lie there in
 * order. The result depends on the buckets of each day alone, not on the order in which the days were put in.
 */
export function replaceBuckets(tile: CoarseTile, dayFrom: number, dayTo: number, buckets: Buckets): CoarseTile {
  const { from } = tile
  if (buckets.length > 0 && (buckets.time[0]! < dayFrom || buckets.time[buckets.length - 1]! >= dayTo)) {
    throw new TileError('bucket is outside its day')
  }
  let head = 0
  while (head < tile.length && tile.time[head]! < dayFrom - from) head++
  let tail = head
  while (tail < tile.length && tile.time[tail]! < dayTo - from) tail++
  const length = head + buckets.length + tile.length - tail
  const time = new Int32Array(length)
  time.set(tile.time.subarray(0, head))
  for (let i = 0; i < buckets.length; i++) time[head + i] = buckets.time[i]! - from
  time.set(tile.time.subarray(tail), head + buckets.length)
  const columns: CoarseTile['columns'] = {}
  for (const name of coarseColumnNames) {
    const stored = tile.columns[name]
    const replaced = buckets.columns[name]
    if (stored === undefined && replaced === undefined) continue
    const column = new Int32Array(length).fill(ABSENT)
    if (stored !== undefined) {
      column.set(stored.subarray(0, head))
      column.set(stored.subarray(tail), head + buckets.length)
    }
    if (replaced !== undefined) column.set(replaced, head)
    if (column.some((value) => value !== ABSENT)) columns[name] = column
  }
  return { level: tile.level, from, length, time, columns }
}
