import type { Kysely } from 'kysely'
import { levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'
import { selectTiles } from './timeline-queries.ts'
import { type WholeTiles, wholeTiles } from './whole-tiles.ts'

/** The raw tile of a series at a time (epoch seconds), if there is one. */
export async function readRawTiles(db: Kysely<Tables>, seriesId: number, time: number): Promise<WholeTiles> {
  const range = { seriesIds: [seriesId], level: levelNumber.raw, ...tileSpan('raw', time) }
  return wholeTiles([seriesId], await selectTiles(db, range, -1))
}
