import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'

export async function selectSeriesIds(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db.selectFrom('tile').select('scale_id').distinct().orderBy('scale_id').execute()
  return rows.map((row) => row.scale_id)
}

export const selectRawTiles = (db: Kysely<Tables>, seriesId: number) =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', seriesId)
    .where('level', '=', levelNumber.raw)
    .orderBy('from')
    .execute()

export const selectCoarseTiles = (db: Kysely<Tables>, seriesId: number) =>
  db
    .selectFrom('tile')
    .select(['level', 'from', 'bytes'])
    .where('scale_id', '=', seriesId)
    .where('level', '>', levelNumber.raw)
    .execute()

export async function nextRevision(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .updateTable('tile_cursor')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
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
