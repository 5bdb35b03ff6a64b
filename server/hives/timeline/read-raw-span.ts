import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'
import { selectTiles } from './timeline-queries.ts'
import { type WholeTiles, wholeTiles } from './whole-tiles.ts'

/** Returns the days of raw readings of some series that begin in a span, in epoch seconds. `columns`: what of them is decoded. */
export async function readRawSpan(
  db: Kysely<Tables>,
  seriesIds: number[],
  span: { from: number; to: number },
  columns: Parameters<typeof wholeTiles>[2],
): Promise<WholeTiles> {
  return wholeTiles(seriesIds, await selectTiles(db, { seriesIds, level: levelNumber.raw, ...span }, -1), columns)
}
