import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type CoarseTile, coarseColumnNames, type RawTile, rawColumnNames, TileError } from './timeline-tile.ts'

/** Buckets of one UTC day: `time` in epoch seconds, columns as in a coarse tile. */
export type Buckets = { length: number; time: Float64Array; columns: CoarseTile['columns'] }
/** All buckets of the UTC day that starts at `day`, epoch seconds. */
export type DayBuckets = { day: number; buckets: Buckets }

/** Returns the hour buckets of a day; only hours with readings have one. */
export function rollUpHour(tile: RawTile): Buckets {
  const buckets = rollUp(tile, HOUR_SECONDS)
  const starts = tile.columns.weight && weightsOnTheHour(tile, tile.columns.weight, buckets)
  if (starts !== undefined) buckets.columns.weightStart = starts
  return buckets
}

/** Returns the single bucket of a day; none for an empty tile. */
export const rollUpDay = (tile: RawTile): Buckets => rollUp(tile, DAY_SECONDS)

function rollUp(tile: RawTile, unit: number): Buckets {
  const rows: number[] = []
  for (let i = 0, end = 0; i < tile.length; i++) {
    const offset = tile.time[i]!
    if (offset < end) continue
    rows.push(i)
    end = offset - (offset % unit) + unit
  }
  const length = rows.length
  const time = new Float64Array(length)
  for (let bucket = 0; bucket < length; bucket++) {
    const offset = tile.time[rows[bucket]!]!
    time[bucket] = tile.from + offset - (offset % unit)
  }
  rows.push(tile.length)
  const columns: Buckets['columns'] = {}
  if (tile.columns.weight !== undefined) Object.assign(columns, rollUpWeight(tile.columns.weight, rows))
  for (const name of rawColumnNames) {
    if (name === 'weight') continue
    const values = tile.columns[name]
    if (values !== undefined) columns[name] = rollUpMean(values, rows)
  }
  return { length, time, columns }
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

/** Rows `start` to `end` of a tile or a day; subtracting `offset` makes its times relative to the start of the tile. */
type Piece = { offset: number; start: number; end: number } & Pick<Buckets | CoarseTile, 'time' | 'columns'>

/**
 * Returns the coarse tile with the given days replaced completely; `days` ascending, each with ordered buckets within it. The result
 * depends only on the buckets of each day, not on the order or number of days per call. Throws TileError.
 */
export function replaceDays(tile: CoarseTile, days: readonly DayBuckets[]): CoarseTile {
  const { from } = tile
  const pieces: Piece[] = []
  let row = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const { day, buckets } of days) {
    const { time } = buckets
    if (day <= latest) throw new TileError('days are out of order')
    if (buckets.length > 0 && (time[0]! < day || time[buckets.length - 1]! >= day + DAY_SECONDS)) {
      throw new TileError('bucket is outside its day')
    }
    latest = day
    const start = row
    while (row < tile.length && tile.time[row]! < day - from) row++
    pieces.push({ ...tile, offset: 0, start, end: row })
    while (row < tile.length && tile.time[row]! < day + DAY_SECONDS - from) row++
    pieces.push({ ...buckets, offset: from, start: 0, end: buckets.length })
  }
  pieces.push({ ...tile, offset: 0, start: row, end: tile.length })
  return { level: tile.level, from, ...joinPieces(pieces) }
}

/** Omits columns without any values. */
function joinPieces(pieces: readonly Piece[]): Pick<CoarseTile, 'length' | 'time' | 'columns'> {
  const length = pieces.reduce((sum, { start, end }) => sum + end - start, 0)
  const time = new Int32Array(length)
  let at = 0
  for (const piece of pieces) {
    for (let row = piece.start; row < piece.end; row++) time[at++] = piece.time[row]! - piece.offset
  }
  const columns: CoarseTile['columns'] = {}
  for (const name of coarseColumnNames) {
    if (!pieces.some((piece) => piece.columns[name])) continue
    const column = new Int32Array(length)
    let isPresent = false
    at = 0
    for (const { columns, start, end } of pieces) {
      const values = columns[name]
      for (let row = start; row < end; row++) {
        const value = values ? values[row]! : ABSENT
        isPresent ||= value !== ABSENT
        column[at++] = value
      }
    }
    if (isPresent) columns[name] = column
  }
  return { length, time, columns }
}
