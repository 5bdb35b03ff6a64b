import type { Kysely } from 'kysely'
import { decodeTile } from '#domain/tile-codec.ts'
import { type CoarseColumnName, levelNumber, type Tile, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import { selectTiles } from './timeline-queries.ts'

/**
 * The hour tiles of each series that touch a span (epoch seconds), in the order of time, with these columns; without `to` all
 * later ones.
 */
export async function readHourTiles(
  db: Kysely<Tables>,
  seriesIds: readonly number[],
  { from, to = Number.MAX_SAFE_INTEGER }: { from: number; to?: number },
  columns: readonly CoarseColumnName[],
): Promise<Map<number, Tile[]>> {
  const tiles = new Map<number, Tile[]>(seriesIds.map((id) => [id, []]))
  if (seriesIds.length === 0) return tiles
  const range = { seriesIds: [...seriesIds], level: levelNumber.hour, from: tileSpan('hour', from).from, to }
  for (const row of await selectTiles(db, range, -1)) tiles.get(row.scale_id)?.push(decodeTile(row.bytes, columns))
  return tiles
}
