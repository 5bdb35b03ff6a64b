import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { splitByDay } from '#domain/hives/tiles/tile-merge.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import type { Tables } from '../../store/tables.ts'
import type { ScaleWeights } from '../readings/change-readings.ts'
import { meantColumns, removeFromDay } from '../readings/remove-readings.ts'
import { deleteImportReading, selectBroughtOn, upsertImportReading } from './import-queries.ts'

/** Part of a writer task: notes that these weights are now those of the device, so that no undo of an import removes them. */
export async function forgetBrought(db: Kysely<Tables>, { scaleId, time, weight }: ScaleWeights): Promise<void> {
  for (const [from, rows] of splitByDay(time)) {
    const weighed = new Set(rows.filter((row) => weight[row] !== ABSENT).map((row) => time[row]! - from))
    for (const { bytes, ...key } of await selectBroughtOn(db, scaleId, from)) {
      const note = readable(bytes)
      const slots = note ? Array.from(note.time.keys()) : []
      const ofWeight = slots.filter(
        (slot) => weighed.has(note!.time[slot]!) && meantColumns(note!, slot).includes('weight'),
      )
      // where a note marks no column, it stands for the whole time
      const marks = Int32Array.from(ofWeight, (slot) => note!.columns.weight?.[slot] ?? ABSENT)
      const said = { time: Int32Array.from(ofWeight, (slot) => note!.time[slot]!), columns: { weight: marks } }
      const [left] = note ? removeFromDay({ scaleId, from, ...said }, note) : []
      if (!left) continue
      if (left.tile.length > 0) await upsertImportReading(db, { ...key, bytes: encodeTile(left.tile) })
      else await deleteImportReading(db, key)
    }
  }
}

/** Undefined if it is damaged: then it cannot be undone either. */
function readable(bytes: Uint8Array): RawTile | undefined {
  try {
    return decodeTile(bytes) as RawTile
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}
