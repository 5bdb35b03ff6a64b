import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'

/** Selects tiles of a series whose `from` is in `[from, to)`, epoch seconds. */
export type SeriesRange = { seriesId: number; from: number; to: number }

export async function selectSeriesIds(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db.selectFrom('tile').select('scale_id').distinct().orderBy('scale_id').execute()
  return rows.map((row) => row.scale_id)
}

/** The starts of the first and the last tile of a series, at any level. */
export async function selectSeriesBounds(
  db: Kysely<Tables>,
  seriesId: number,
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await db
    .selectFrom('tile')
    .select(({ fn }) => [fn.min('from').as('first'), fn.max('from').as('last')])
    .where('scale_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first: Number(first), last: Number(last) }
}

const tilesIn = (db: Kysely<Tables>, { seriesId, from, to }: SeriesRange) =>
  db.selectFrom('tile').where('scale_id', '=', seriesId).where('from', '>=', from).where('from', '<', to)

export const selectRawTiles = (db: Kysely<Tables>, range: SeriesRange) =>
  tilesIn(db, range).select('bytes').where('level', '=', levelNumber.raw).orderBy('from').execute()

export const selectCoarseTiles = (db: Kysely<Tables>, range: SeriesRange) =>
  tilesIn(db, range).select(['level', 'from', 'bytes']).where('level', '>', levelNumber.raw).execute()

/** Tells whether raw tiles have changed since they were read: their count and newest revision. */
export async function selectRawState(
  db: Kysely<Tables>,
  range: SeriesRange,
): Promise<{ count: number; newest: number }> {
  const { count, newest } = await tilesIn(db, range)
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('revision').as('newest')])
    .where('level', '=', levelNumber.raw)
    .executeTakeFirstOrThrow()
  return { count: Number(count), newest: Number(newest ?? 0) }
}

export async function nextRevision(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .updateTable('tile_cursor')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}

/** The times before which days accept no more readings, and before which they are thinned; epoch seconds. */
export async function selectClosed(db: Kysely<Tables>): Promise<{ closed_before: number; thinned_before: number }> {
  const row = await db
    .selectFrom('tile_cursor')
    .select(['closed_before', 'thinned_before'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return { closed_before: Number(row.closed_before), thinned_before: Number(row.thinned_before) }
}

export type TileKey = { scale_id: number; level: number; from: number }

export const upsertTile = (db: Kysely<Tables>, tile: TileKey & { bytes: Uint8Array; revision: number }) =>
  db
    .insertInto('tile')
    .values(tile)
    .onConflict((conflict) =>
      conflict.columns(['scale_id', 'level', 'from']).doUpdateSet({ bytes: tile.bytes, revision: tile.revision }),
    )
    .execute()

export const deleteTile = (db: Kysely<Tables>, { scale_id, level, from }: TileKey) =>
  db.deleteFrom('tile').where('scale_id', '=', scale_id).where('level', '=', level).where('from', '=', from).execute()
