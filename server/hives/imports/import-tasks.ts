import type { Kysely } from 'kysely'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { emptyRawTile, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import type { ForeignWrites } from '../../platform/db/sqlite-lane.ts'
import type { Tables } from '../../store/tables.ts'
import type { ReadingChanges, ReadingNews, ScaleReadings } from '../readings/change-readings.ts'
import type { DayTimes } from '../readings/remove-readings.ts'
import {
  countImported,
  countRemoved,
  deleteImportReading,
  type ImportDay,
  type ImportReadingRow,
  selectImportReading,
  selectImportReadings,
  upsertImportReading,
} from './import-queries.ts'

/** How many scale-days one transaction removes: the writer is free again after a few milliseconds. */
const DAYS_A_STEP = 50

export type ImportChunk = {
  importId: number
  readings: ScaleReadings[]
  /** The position in the file where the chunk ends. */
  rowsDone: number
  bytesDone: number
}

class GivenAway extends Error {}

/** Writer tasks for imports: each step is one transaction that also records the progress. */
export const createImportTasks = (changes: ReadingChanges, db: Kysely<Tables>, foreignWrites: ForeignWrites) => ({
  /** Stores what is new of a chunk, value by value, and notes that this import brought it; nothing if the import or its transmitter was given up or away meanwhile. */
  async importReadings({ importId, readings, rowsDone, bytesDone }: ImportChunk): Promise<ReadingNews | 'given_away'> {
    const all = readings.reduce((sum, { time }) => sum + time.length, 0)
    const adding = changes.add(readings, async (added) => {
      for (const day of added) await noteDay(db, importId, day)
      const isNew = added.reduce((sum, { readings }) => sum + readings, 0)
      const done = { readings: isNew, duplicates: all - isNew, rows_done: rowsDone, bytes_done: bytesDone }
      const scaleIds = readings.map(({ scaleId }) => scaleId)
      if (!(await countImported(db, importId, scaleIds, done))) throw new GivenAway()
    })
    const news = await adding.catch((error: unknown) => {
      if (error instanceof GivenAway) return 'given_away' as const
      throw error
    })
    // what is cached about scales includes whether they have imports
    foreignWrites.count++
    return news
  },

  /** Removes some of what an import brought after a scale-day. */
  async removeImported({ importId, after }: { importId: number; after: ImportDay }): Promise<Removed> {
    const rows = await selectImportReadings(db, importId, after, DAYS_A_STEP)
    const removed = await removeReadable(changes, db, rows)
    const last = rows.length < DAYS_A_STEP ? undefined : rows.at(-1)!
    return { ...removed, last: last && { scale_id: last.scale_id, from: Number(last.from) } }
  },
})

/** `damaged`: how many scale-days stay, because something about them cannot be read. `last`: after which the next step begins, if any may be left. */
export type Removed = ReadingNews & { damaged: number; last: ImportDay | undefined }

/** Removes what an import brought on some days, all of them at once, or, if one is damaged, the others. */
async function removeReadable(
  changes: ReadingChanges,
  db: Kysely<Tables>,
  rows: readonly ImportReadingRow[],
): Promise<Omit<Removed, 'last'>> {
  try {
    const days = rows.map(({ scale_id, from, bytes }): DayTimes => {
      const { time, columns } = decodeTile(bytes) as RawTile
      return { scaleId: scale_id, from: Number(from), time, columns }
    })
    const news = await changes.remove(days, async () => {
      for (const row of rows) await deleteImportReading(db, row)
      if (rows.length > 0) await countRemoved(db, rows[0]!.import_id, rows.length)
    })
    return { ...news, damaged: 0 }
  } catch (error) {
    if (!isDamaged(error)) throw error
    if (rows.length === 1) return { changed: [], damaged: 1 }
  }
  const half = rows.length >> 1
  const some = await removeReadable(changes, db, rows.slice(0, half))
  const others = await removeReadable(changes, db, rows.slice(half))
  return { changed: [...some.changed, ...others.changed], damaged: some.damaged + others.damaged }
}

/** Adds to the record of what the import brought on that day. */
async function noteDay(db: Kysely<Tables>, importId: number, { scaleId, from, ...day }: DayTimes): Promise<void> {
  const key = { import_id: importId, scale_id: scaleId, from }
  const known = await selectImportReading(db, key)
  const before = known ? (decodeTile(known.bytes) as RawTile) : emptyRawTile(from)
  const { time, columns = {} } = day
  const brought = { length: time.length, time: Array.from(time, (offset) => from + offset), columns }
  const { tile } = mergeRaw(before, brought, 'gaps are filled')
  await upsertImportReading(db, { ...key, bytes: encodeTile(tile) })
}
