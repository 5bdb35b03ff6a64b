import { ABSENT, type RawTile, rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import { InboxField, timeAt } from '../inbox/inbox-rows.ts'

const FIRST_CAPACITY = 32
/** The time within the day, then one value per column. */
export const FIELDS = 1 + rawColumnNames.length

/** The same rows with room for more. */
export function grow(rows: Int32Array): Int32Array {
  const larger = new Int32Array(Math.max(FIRST_CAPACITY * FIELDS, rows.length * 2))
  larger.set(rows)
  return larger
}

export function rowsOf({ length, time, columns }: RawTile): Int32Array {
  const rows = new Int32Array(length * FIELDS)
  for (let i = 0; i < length; i++) {
    const row = i * FIELDS
    rows[row] = time[i]!
    for (let column = 1; column < FIELDS; column++) {
      rows[row + column] = columns[rawColumnNames[column - 1]!]?.[i] ?? ABSENT
    }
  }
  return rows
}

/** Converts rows to a tile for the codec: columns of exact length, without empty ones. */
export function toTile({ from, length, rows }: { from: number; length: number; rows: Int32Array }): RawTile {
  const columns: RawTile['columns'] = {}
  for (let field = 1; field < FIELDS; field++) {
    let first = 0
    while (first < length && rows[first * FIELDS + field] === ABSENT) first++
    if (first === length) continue
    const column = new Int32Array(length)
    for (let i = 0, at = field; i < length; i++, at += FIELDS) column[i] = rows[at]!
    columns[rawColumnNames[field - 1]!] = column
  }
  const time = new Int32Array(length)
  for (let i = 0; i < length; i++) time[i] = rows[i * FIELDS]!
  return { level: 'raw', from, length, time, columns }
}

export function columnsOf(readings: readonly Int32Array[]) {
  const column = (name: (typeof rawColumnNames)[number]) => readings.map((fields) => fields[InboxField[name]]!)
  return {
    length: readings.length,
    time: readings.map((fields) => timeAt(fields, 0)),
    columns: Object.fromEntries(rawColumnNames.map((name) => [name, column(name)])),
  }
}
