import { DAY_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type RawColumnName, type RawTile, rawColumnNames, TileError, tileSpan } from './timeline-tile.ts'

/** Readings in any order; `time` in epoch seconds, values in a tile's units, NaN or ABSENT where there is none. */
export type NewReadings = {
  length: number
  time: ArrayLike<number>
  columns: Partial<Record<RawColumnName, ArrayLike<number>>>
}

/** `isNew[i]` is 1 for each reading that was taken, 0 for a duplicate. */
export type Merged = { tile: RawTile; added: number; isNew: Uint8Array }

/**
 * A new tile with the readings whose time it did not have; where a time exists already, in the tile or earlier among the
 * readings, the first one stays. All readings must be in the tile's day (`splitByDay` cuts them), else TileError.
 */
export function mergeRaw(tile: RawTile, readings: NewReadings): Merged {
  const { from } = tile
  const isNew = new Uint8Array(readings.length)
  const order: number[] = []
  for (let i = 0; i < readings.length; i++) {
    const offset = readings.time[i]! - from
    if (!Number.isInteger(offset) || offset < 0 || offset >= DAY_SECONDS)
      throw new TileError('time is outside its tile')
    order.push(i)
  }
  order.sort((a, b) => readings.time[a]! - readings.time[b]! || a - b)

  const time = new Int32Array(tile.length + readings.length)
  const source = new Int32Array(time.length)
  let length = 0
  let at = 0
  for (const row of order) {
    const offset = readings.time[row]! - from
    for (; at < tile.length && tile.time[at]! <= offset; at++) {
      time[length] = tile.time[at]!
      source[length++] = at
    }
    if (length > 0 && time[length - 1] === offset) continue
    isNew[row] = 1
    time[length] = offset
    source[length++] = ~row
  }
  const added = isNew.reduce((sum, flag) => sum + flag, 0)
  if (added === 0) return { tile, added, isNew }
  for (; at < tile.length; at++) {
    time[length] = tile.time[at]!
    source[length++] = at
  }
  const columns: RawTile['columns'] = {}
  for (const name of rawColumnNames) {
    const column = mergeColumn(tile.columns[name], readings.columns[name], source, length)
    if (column !== undefined) columns[name] = column
  }
  return { tile: { level: 'raw', from, length, time: time.slice(0, length), columns }, added, isNew }
}

function mergeColumn(
  stored: Int32Array | undefined,
  incoming: ArrayLike<number> | undefined,
  source: Int32Array,
  length: number,
): Int32Array | undefined {
  if (stored === undefined && incoming === undefined) return undefined
  const column = new Int32Array(length)
  let present = 0
  for (let i = 0; i < length; i++) {
    const from = source[i]!
    const value = (from >= 0 ? stored?.[from] : incoming?.[~from]) ?? ABSENT
    column[i] = Number.isNaN(value) ? ABSENT : value
    if (column[i] !== ABSENT) present++
  }
  return present > 0 ? column : undefined
}

/** The rows of each UTC day in `time`, by the day's start in epoch seconds; rows keep their order. */
export function splitByDay(time: ArrayLike<number>): Map<number, number[]> {
  const days = new Map<number, number[]>()
  for (let i = 0; i < time.length; i++) {
    const { from } = tileSpan('raw', time[i]!)
    const rows = days.get(from)
    if (rows === undefined) days.set(from, [i])
    else rows.push(i)
  }
  return days
}
