import { DAY_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type RawColumnName, type RawTile, rawColumnNames, TileError, tileSpan } from './timeline-tile.ts'

/** Readings in any order; `time` in epoch seconds, values in a tile's units, NaN or ABSENT for missing ones. */
export type NewReadings = {
  length: number
  time: ArrayLike<number>
  columns: Partial<Record<RawColumnName, ArrayLike<number>>>
}

/** `isNew[i]` is 1 for each reading that was added, 0 for a duplicate; `added` counts the former. */
export type Merged = { tile: RawTile; added: number; isNew: Uint8Array }

/**
 * What to do with a reading whose time already exists. `first stays`: ignore it. `gaps are filled`: use those of its values that are still
 * missing at that time, because some devices send the weight and the temperature of the same second separately.
 */
type SameTime = 'first stays' | 'gaps are filled'

/**
 * Returns a new tile that includes the readings whose time it lacked; if a time already exists, in the tile or earlier among the readings,
 * the first value stays. All readings must be within the tile's day (use `splitByDay`), otherwise throws TileError.
 */
export function mergeRaw(tile: RawTile, readings: NewReadings, sameTime: SameTime = 'first stays'): Merged {
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
  const again: Again[] = []
  let length = 0
  let at = 0
  for (const row of order) {
    const offset = readings.time[row]! - from
    for (; at < tile.length && tile.time[at]! <= offset; at++) {
      time[length] = tile.time[at]!
      source[length++] = at
    }
    if (length > 0 && time[length - 1] === offset) {
      if (sameTime === 'gaps are filled') again.push({ slot: length - 1, row })
      continue
    }
    isNew[row] = 1
    time[length] = offset
    source[length++] = ~row
  }
  const brings = ({ slot, row }: Again) =>
    rawColumnNames.some(
      (name) => isValue(readings.columns[name]?.[row]) && !isValue(valueAt(tile, readings, name, source[slot]!)),
    )
  const fills = again.filter(brings)
  if (fills.length === 0 && !isNew.includes(1)) return { tile, added: 0, isNew }
  for (; at < tile.length; at++) {
    time[length] = tile.time[at]!
    source[length++] = at
  }
  const columns: RawTile['columns'] = {}
  for (const name of rawColumnNames) {
    if (tile.columns[name] === undefined && readings.columns[name] === undefined) continue
    const column = new Int32Array(length)
    let present = 0
    for (let i = 0; i < length; i++) {
      const value = valueAt(tile, readings, name, source[i]!)
      column[i] = isValue(value) ? value : ABSENT
      if (column[i] !== ABSENT) present++
    }
    for (const { slot, row } of fills) {
      const value = readings.columns[name]?.[row]
      if (column[slot] !== ABSENT || !isValue(value)) continue
      column[slot] = value
      isNew[row] = 1
      present++
    }
    if (present > 0) columns[name] = column
  }
  const added = isNew.reduce((sum, flag) => sum + flag, 0)
  return { tile: { level: 'raw', from, length, time: time.slice(0, length), columns }, added, isNew }
}

/** A reading whose time already exists at `slot`. */
type Again = { slot: number; row: number }

const isValue = (value: number | undefined): value is number =>
  value !== undefined && value !== ABSENT && !Number.isNaN(value)

/** `source`: a row of the tile, or the bitwise complement of the index of a reading. */
const valueAt = (tile: RawTile, readings: NewReadings, name: RawColumnName, source: number): number | undefined =>
  source >= 0 ? tile.columns[name]?.[source] : readings.columns[name]?.[~source]

/** Returns the rows of each UTC day in `time`, keyed by the day's start in epoch seconds; rows keep their order. */
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
