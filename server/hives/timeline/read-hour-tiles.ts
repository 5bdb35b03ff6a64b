import type { Kysely } from 'kysely'
import { type CoarseColumnName, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'
import { selectTiles } from './timeline-queries.ts'
import { type WholeTiles, wholeTiles } from './whole-tiles.ts'

/** The hour tiles of each series that overlap a span (epoch seconds), in time order, with these columns. Without `to`, all later ones. */
export async function readHourTiles(
  db: Kysely<Tables>,
  seriesIds: readonly number[],
  { from, to = Number.MAX_SAFE_INTEGER }: { from: number; to?: number },
  columns: readonly CoarseColumnName[],
): Promise<WholeTiles> {
  if (seriesIds.length === 0) return wholeTiles([], [])
  const range = { seriesIds: [...seriesIds], level: levelNumber.hour, from: tileSpan('hour', from).from, to }
  return wholeTiles(seriesIds, await selectTiles(db, range, -1), columns)
}
