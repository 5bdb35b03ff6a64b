import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'

export type ThinRange = { seriesId: number; from: number; to: number; limit: number }

/** The first few days of a series within a span, in time order. */
export const selectDays = (db: Kysely<Tables>, { seriesId, from, to, limit }: ThinRange) =>
  db
    .selectFrom('tile')
    .select(['from', 'bytes', 'revision'])
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('from')
    .limit(limit)
    .execute()

export async function selectCoarseTile(
  db: Kysely<Tables>,
  { seriesId, level, from }: { seriesId: number; level: number; from: number },
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', seriesId)
    .where('level', '=', level)
    .where('from', '=', from)
    .executeTakeFirst()
  return row?.bytes
}

/** Whether detection of a scale has a checkpoint to resume from at the start of this day. */
export async function hasCheckpoint(db: Kysely<Tables>, scaleId: number, from: number): Promise<boolean> {
  const row = await db
    .selectFrom('detector_checkpoint')
    .select('from')
    .where('scale_id', '=', scaleId)
    .where('from', '=', from)
    .executeTakeFirst()
  return row !== undefined
}

export type ThinDay = { seriesId: number; from: number; revision: number; bytes: Uint8Array }

/** Replaces the bytes of a day that has not changed since it was read; its revision stays. */
export const replaceDay = (db: Kysely<Tables>, { seriesId, from, revision, bytes }: ThinDay) =>
  db
    .updateTable('tile')
    .set({ bytes })
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .where('from', '=', from)
    .where('revision', '=', revision)
    .execute()

export const noteThinned = (db: Kysely<Tables>, before: number) =>
  db.updateTable('tile_cursor').set({ thinned_before: before }).where('id', '=', 1).execute()

/** Closes the days before this time, and opens those from it on. */
export const closeBefore = (db: Kysely<Tables>, before: number) =>
  db.updateTable('tile_cursor').set({ closed_before: before }).where('id', '=', 1).execute()
