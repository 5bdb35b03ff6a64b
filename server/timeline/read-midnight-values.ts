import type { Kysely } from 'kysely'
import { localMidnights, type Zone } from '#domain/local-midnight.ts'
import { decodeTile } from '#domain/tile-codec.ts'
import type { MidnightValues } from '#domain/timeline.ts'
import { DAY_SECONDS, levelNumber, type Tile, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import { hourWeights, midnightColumns, midnightValues } from './midnight-values.ts'
import { selectTiles } from './timeline-queries.ts'

/** `from` and `to` in epoch seconds, both count. */
export type MidnightValuesInput = { scaleIds: number[]; zone: Zone; from: number; to: number }

/** A reader thread's task: the weights at the local midnights in a range, scale by scale in the order asked. */
export async function readMidnightValues(db: Kysely<Tables>, input: MidnightValuesInput): Promise<MidnightValues> {
  const { scaleIds, zone, from, to } = input
  if (scaleIds.length === 0) return { scales: [] }
  // One midnight more in front, so that the first day of the range has a delta.
  const midnights = localMidnights(zone, from - 1.5 * DAY_SECONDS, to)
  const start = tileSpan('hour', from - 2 * DAY_SECONDS).from
  const rows = await selectTiles(db, { seriesIds: scaleIds, level: levelNumber.hour, from: start, to: to + 1 }, -1)
  const tiles = new Map<number, Tile[]>(scaleIds.map((id) => [id, []]))
  for (const row of rows) tiles.get(row.scale_id)?.push(decodeTile(row.bytes, midnightColumns))
  const first = midnights.findIndex(({ time }) => time >= from)
  return {
    scales: scaleIds.map((scaleId) => ({
      scaleId,
      days: first < 0 ? [] : midnightValues(hourWeights(tiles.get(scaleId) ?? []), midnights).slice(first),
    })),
  }
}
