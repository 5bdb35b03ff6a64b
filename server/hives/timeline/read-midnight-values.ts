import type { Kysely } from 'kysely'
import { type LocalMidnight, localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import type { MidnightBound, MidnightValues } from '#domain/hives/timeline.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import {
  hourWeights,
  type MidnightWeight,
  midnightColumns,
  midnightValues,
  midnightWeights,
} from './midnight-values.ts'
import { readHourTiles } from './read-hour-tiles.ts'

/** Both ends are inclusive. `now` in epoch seconds: midnights in the future are left out. */
export type MidnightValuesInput = {
  scaleIds: number[]
  zone: Zone
  from: MidnightBound
  to: MidnightBound
  now: number
}

/** Reader task: the weights at the local midnights in a range, scale by scale in the requested order. */
export async function readMidnightValues(db: Kysely<Tables>, input: MidnightValuesInput): Promise<MidnightValues> {
  const { scaleIds, zone, from, to, now } = input
  if (scaleIds.length === 0) return { scales: [] }
  // A local day starts up to 14 hours off UTC's; one more midnight in front gives the first day its difference.
  const start = from.seconds - 2 * DAY_SECONDS
  const end = to.seconds + DAY_SECONDS
  const midnights = localMidnights(zone, start, end).filter((midnight) => midnight.time <= now && isUpTo(midnight, to))
  const first = midnights.findIndex((midnight) => isFrom(midnight, from))
  const { tiles, damaged } = await readHourTiles(db, scaleIds, { from: start - DAY_SECONDS, to: end }, midnightColumns)
  return {
    scales: scaleIds.map((scaleId) => ({
      scaleId,
      damaged: damaged.has(scaleId),
      days: first < 0 ? [] : midnightValues(hourWeights(tiles.get(scaleId) ?? [], start), midnights).slice(first),
    })),
  }
}

/** The weights of scales at these midnights, in grams; damaged hour tiles are left out. For other reader tasks. */
export async function readMidnightWeights(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  midnights: LocalMidnight[],
): Promise<{ weights: Map<number, MidnightWeight[]>; damaged: Set<number> }> {
  const first = midnights[0]?.time ?? 0
  const { tiles, damaged } = await readHourTiles(
    db,
    scaleIds,
    { from: first - DAY_SECONDS, to: (midnights.at(-1)?.time ?? 0) + 1 },
    midnightColumns,
  )
  const weights = scaleIds.map((id): [number, MidnightWeight[]] => [
    id,
    midnightWeights(hourWeights(tiles.get(id) ?? [], first), midnights),
  ])
  return { weights: new Map(weights), damaged }
}

const isFrom = (midnight: LocalMidnight, { date, seconds }: MidnightBound): boolean =>
  date === undefined ? midnight.time >= seconds : midnight.date >= date

const isUpTo = (midnight: LocalMidnight, { date, seconds }: MidnightBound): boolean =>
  date === undefined ? midnight.time <= seconds : midnight.date <= date
