import { HOUR_SECONDS } from '../../platform/durations.ts'
import { ABSENT, type RawColumnName, type RawTile, rawColumnNames } from './timeline-tile.ts'

/** Returns a day of readings reduced to the rows with an hour's last value in some column; undefined if it has no other rows. */
export function thinTile(tile: RawTile): RawTile | undefined {
  const kept = new Set<number>()
  for (const name of rawColumnNames) {
    const column = tile.columns[name]
    if (column) for (const row of lastRows(tile, column)) kept.add(row)
  }
  if (kept.size === tile.length) return undefined
  const rows = [...kept].sort((a, b) => a - b)
  const pick = (values: Int32Array) => Int32Array.from(rows, (row) => values[row]!)
  const columns: Partial<Record<RawColumnName, Int32Array>> = {}
  for (const name of rawColumnNames) {
    const column = tile.columns[name]
    if (column) columns[name] = pick(column)
  }
  return { level: 'raw', from: tile.from, length: rows.length, time: pick(tile.time), columns }
}

/** The row of the last value in each hour that has one. */
function lastRows({ time, length }: RawTile, column: Int32Array): Iterable<number> {
  const rows = new Map<number, number>()
  for (let row = 0; row < length; row++) {
    if (column[row] !== ABSENT) rows.set(Math.floor(time[row]! / HOUR_SECONDS), row)
  }
  return rows.values()
}
