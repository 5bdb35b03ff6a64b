import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { splitByDay } from '#domain/hives/tiles/tile-merge.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import type { Tables } from '../../store/tables.ts'
import type { ScaleColumn } from '../readings/change-readings.ts'
import { meantColumns, removeFromDay } from '../readings/remove-readings.ts'
import { deleteImportReading, selectBroughtOn, upsertImportReading } from './import-queries.ts'

/** Part of a writer task: notes that these values are now those of the device, so that no undo of an import removes them. */
export async function forgetBrought(db: Kysely<Tables>, { scaleId, column, time, values }: ScaleColumn): Promise<void> {
  for (const [from, rows] of splitByDay(time)) {
    const measured = new Set(rows.filter((row) => values[row] !== ABSENT).map((row) => time[row]! - from))
    for (const { bytes, ...key } of await selectBroughtOn(db, scaleId, from)) {
      const note = readable(bytes)
      const slots = note ? broughtSlots(note, column).filter((slot) => measured.has(note.time[slot]!)) : []
      // where a note marks no column, it stands for the whole time
      const marks = Int32Array.from(slots, (slot) => note!.columns[column]?.[slot] ?? ABSENT)
      const said = { time: Int32Array.from(slots, (slot) => note!.time[slot]!), columns: { [column]: marks } }
      const [left] = note ? removeFromDay({ scaleId, from, ...said }, note) : []
      if (!left) continue
      if (left.tile.length > 0) await upsertImportReading(db, { ...key, bytes: encodeTile(left.tile) })
      else await deleteImportReading(db, key)
    }
  }
}

/** Returns those of some times (epoch seconds) whose value in a column came with an import. */
export async function broughtAmong(
  db: Kysely<Tables>,
  { scaleId, column, time }: Pick<ScaleColumn, 'scaleId' | 'column' | 'time'>,
): Promise<Set<number>> {
  const brought = new Set<number>()
  for (const [from] of splitByDay(time)) {
    for (const { bytes } of await selectBroughtOn(db, scaleId, from)) {
      const note = readable(bytes)
      if (note) for (const slot of broughtSlots(note, column)) brought.add(from + note.time[slot]!)
    }
  }
  return new Set(time).intersection(brought)
}

const broughtSlots = (note: RawTile, column: ScaleColumn['column']): number[] =>
  Array.from(note.time.keys()).filter((slot) => meantColumns(note, slot).includes(column))

/** Undefined if it is damaged: then it cannot be undone either. */
function readable(bytes: Uint8Array): RawTile | undefined {
  try {
    return decodeTile(bytes) as RawTile
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}
