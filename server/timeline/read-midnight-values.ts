import type { Kysely } from 'kysely'
import { type LocalMidnight, localMidnights, type Zone } from '#domain/local-midnight.ts'
import { decodeTile } from '#domain/tile-codec.ts'
import type { MidnightBound, MidnightValues } from '#domain/timeline.ts'
import { DAY_SECONDS, levelNumber, type Tile, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import {
  hourWeights,
  type MidnightWeight,
  midnightColumns,
  midnightValues,
  midnightWeights,
} from './midnight-values.ts'
import { selectTiles } from './timeline-queries.ts'

/** Both ends count. */
export type MidnightValuesInput = { scaleIds: number[]; zone: Zone; from: MidnightBound; to: MidnightBound }

/** A reader thread's task: the weights at the local midnights in a range, scale by scale in the order asked. */
export async function readMidnightValues(db: Kysely<Tables>, input: MidnightValuesInput): Promise<MidnightValues> {
  const { scaleIds, zone, from, to } = input
  if (scaleIds.length === 0) return { scales: [] }
  // A local day begins up to 14 hours off UTC's; one midnight more in front gives the first day its difference.
  const start = from.seconds - 2 * DAY_SECONDS
  const end = to.seconds + DAY_SECONDS
  const midnights = localMidnights(zone, start, end).filter((midnight) => isUpTo(midnight, to))
  const first = midnights.findIndex((midnight) => isFrom(midnight, from))
  const tiles = await readHours(db, scaleIds, start - DAY_SECONDS, end)
  return {
    scales: scaleIds.map((scaleId) => ({
      scaleId,
      days: first < 0 ? [] : midnightValues(hourWeights(tiles.get(scaleId) ?? [], start), midnights).slice(first),
    })),
  }
}

/** The weights of scales at these midnights, in grams; a verb for other readers. */
export async function readMidnightWeights(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  midnights: LocalMidnight[],
): Promise<Map<number, MidnightWeight[]>> {
  const first = midnights[0]?.time ?? 0
  const tiles = await readHours(db, scaleIds, first - DAY_SECONDS, (midnights.at(-1)?.time ?? 0) + 1)
  return new Map(scaleIds.map((id) => [id, midnightWeights(hourWeights(tiles.get(id) ?? [], first), midnights)]))
}

/** The hour tiles of each scale that touch a span (epoch seconds), in the order of time. */
async function readHours(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  const range = { seriesIds: [...scaleIds], level: levelNumber.hour, from: tileSpan('hour', from).from, to }
  const tiles = new Map<number, Tile[]>(scaleIds.map((id) => [id, []]))
  for (const row of scaleIds.length === 0 ? [] : await selectTiles(db, range, -1)) {
    tiles.get(row.scale_id)?.push(decodeTile(row.bytes, midnightColumns))
  }
  return tiles
}

const isFrom = (midnight: LocalMidnight, { date, seconds }: MidnightBound): boolean =>
  date === undefined ? midnight.time >= seconds : midnight.date >= date

const isUpTo = (midnight: LocalMidnight, { date, seconds }: MidnightBound): boolean =>
  date === undefined ? midnight.time <= seconds : midnight.date <= date
