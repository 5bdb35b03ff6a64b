import { ABSENT, type RawTile, rawColumnNames } from '#domain/timeline-tile.ts'
import type { SeriesReading } from './inbox-rows.ts'

const FIRST_CAPACITY = 32

/**
 * The tile with one reading more at its end; undefined where the reading is not the latest, so that it has to be merged.
 * Arrays are views on buffers with room to grow: tiles share them, each sees only its own length.
 */
export function appendReading(tile: RawTile, reading: SeriesReading): RawTile | undefined {
  const offset = reading.time - tile.from
  const { length } = tile
  if (length > 0 && tile.time[length - 1]! >= offset) return undefined
  const columns: RawTile['columns'] = {}
  for (const name of rawColumnNames) {
    const value = Number.isNaN(reading[name]) ? ABSENT : reading[name]
    const column = tile.columns[name]
    if (column) columns[name] = grown(column, length, value)
    else if (value !== ABSENT) columns[name] = grown(new Int32Array(length).fill(ABSENT), length, value)
  }
  return { level: 'raw', from: tile.from, length: length + 1, time: grown(tile.time, length, offset), columns }
}

function grown(values: Int32Array, length: number, value: number): Int32Array {
  const room = values.byteOffset === 0 && values.buffer.byteLength >= (length + 1) * 4
  const buffer = room ? values.buffer : new ArrayBuffer(Math.max(FIRST_CAPACITY, length * 2) * 4)
  const longer = new Int32Array(buffer, 0, length + 1)
  if (!room) longer.set(values)
  longer[length] = value
  return longer
}
