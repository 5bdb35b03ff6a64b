import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../store/tables.ts'

export type TileRange = { seriesIds: number[]; level: number; from: number; to: number }

/** The revision up to which this snapshot of the tiles is complete. */
export async function selectCursor(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('tile_cursor').select('revision').where('id', '=', 1).executeTakeFirstOrThrow()
  return Number(row.revision)
}

/** Lets the next revisions be later than this one. */
export async function raiseCursor(db: Kysely<Tables>, revision: number): Promise<void> {
  await db.updateTable('tile_cursor').set({ revision }).where('id', '=', 1).where('revision', '<', revision).execute()
}

/** Tiles whose `from` is in `[range.from, range.to)`, changed after `since`, ordered by series and time. */
export function selectTiles(db: Kysely<Tables>, range: TileRange, since: number) {
  return tilesIn(db, range)
    .select(['scale_id', 'from', 'bytes'])
    .where('revision', '>', since)
    .orderBy('scale_id')
    .orderBy('from')
    .execute()
}

/** The starts and sizes of the first `limit` of the same tiles. */
export function selectTileSizes(db: Kysely<Tables>, range: TileRange, since: number, limit: number) {
  return tilesIn(db, range)
    .select(['from', sql<number>`length(bytes)`.as('size')])
    .where('revision', '>', since)
    .orderBy('scale_id')
    .orderBy('from')
    .limit(limit)
    .execute()
}

/** The first bytes of each tile, enough to tell how many rows it has. */
export function selectTileHeads(db: Kysely<Tables>, range: TileRange) {
  return tilesIn(db, range)
    .select(['scale_id', 'from', sql<Uint8Array>`substr(bytes, 1, 6)`.as('head')])
    .execute()
}

/** The starts of the first and the last tile of all series; undefined if there are none. */
export async function selectTileBounds(
  db: Kysely<Tables>,
  range: TileRange,
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await tilesIn(db, range)
    .select(({ fn }) => [fn.min('from').as('first'), fn.max('from').as('last')])
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first: Number(first), last: Number(last) }
}

export async function selectTotalBytes(db: Kysely<Tables>, range: TileRange, since: number): Promise<number> {
  const { total } = await tilesIn(db, range)
    .select(sql<number | null>`sum(length(bytes))`.as('total'))
    .where('revision', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

const tilesIn = (db: Kysely<Tables>, { seriesIds, level, from, to }: TileRange) =>
  db
    .selectFrom('tile')
    .where('scale_id', 'in', seriesIds)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<', to)

export async function selectUtcOffset(db: Kysely<Tables>, regionId: number): Promise<number | undefined> {
  const row = await db.selectFrom('region').select('utc_offset').where('id', '=', regionId).executeTakeFirst()
  return row?.utc_offset
}
