import type { Kysely } from 'kysely'
import { DEFAULT_ZONE, localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import { dayAfter, daysBetween, type HeatmapMap } from '#domain/insight/heatmap.ts'
import { broughtBefore } from '#domain/insight/net-weight.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { readMidnightWeights } from '../../hives/timeline/read-midnight-values.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import { readRegionDays } from '../averages/read-region-days.ts'
import { selectUtcOffsets } from './heatmap-queries.ts'

/** How many scales are read at once: a year of their hours takes 100 MB. */
const SCALES_AT_ONCE = 500

/**
 * `scales`: those that may be shown individually, with the region that defines when
 * their days begin; `now` in epoch seconds: a day that is not over has no gain.
 */
export type HeatmapMapInput = {
  scales: { id: number; regionId: number | null }[]
  from: string
  to: string
  now: number
}

type ScaleGains = { damaged: boolean; gainsGrams: (number | null)[] }

/**
 * A reader thread's task: returns what each scale gained from local midnight to local midnight, net
 * of what beekeepers added or removed, and the means of all regions that may show one.
 */
export async function readHeatmapMap(
  db: Kysely<Tables>,
  { scales, from, to, now }: HeatmapMapInput,
): Promise<HeatmapMap> {
  const offsets = new Map((await selectUtcOffsets(db)).map(({ id, utc_offset }) => [id, utc_offset]))
  const gains = new Map<number, ScaleGains>()
  const offsetOf = ({ regionId }: HeatmapMapInput['scales'][number]) => offsets.get(regionId ?? 0)
  for (const [utcOffsetHours, group] of Map.groupBy(scales, offsetOf)) {
    const zone: Zone = utcOffsetHours === undefined ? DEFAULT_ZONE : { utcOffsetHours }
    for (const part of partsOf(group, SCALES_AT_ONCE)) {
      const scaleIds = part.map(({ id }) => id)
      for (const [id, own] of await gainsOf(db, scaleIds, zone, { from, to, now })) gains.set(id, own)
    }
  }
  return {
    from,
    to,
    scales: scales.map(({ id }) => ({ scaleId: id, ...gains.get(id)! })),
    regions: await meansOf(db, [...offsets.keys()], from, to),
  }
}

async function gainsOf(
  db: Kysely<Tables>,
  scaleIds: number[],
  zone: Zone,
  { from, to, now }: Omit<HeatmapMapInput, 'scales'>,
): Promise<[number, ScaleGains][]> {
  const last = dayAfter(to, 1)
  // a local day begins up to 14 hours before or after the UTC day
  const midnights = localMidnights(zone, seconds(from) - DAY_SECONDS, seconds(last) + DAY_SECONDS).filter(
    ({ date }) => date >= from && date <= last,
  )
  const { weights, damaged } = await readMidnightWeights(db, scaleIds, midnights)
  const span = { from: midnights[0]!.time - DAY_SECONDS, to: midnights.at(-1)!.time + DAY_SECONDS }
  const jumps = await readHandJumps(db, scaleIds, span)
  return scaleIds.map((scaleId) => {
    const own = weights.get(scaleId)!
    const brought = broughtBefore(jumps.get(scaleId) ?? [])
    const gains = own.slice(1).map((end, day) => {
      const begin = own[day]!
      if (begin.grams === ABSENT || end.grams === ABSENT || midnights[day + 1]!.time > now) return null
      return end.grams - begin.grams - (brought(end.readBefore) - brought(begin.readBefore))
    })
    return [scaleId, { damaged: damaged.has(scaleId), gainsGrams: gains }]
  })
}

async function meansOf(db: Kysely<Tables>, regionIds: number[], from: string, to: string) {
  const known = await readRegionDays(db, regionIds, from, to)
  return [...known].flatMap(([regionId, days]) => {
    if (days.length === 0) return []
    const means = new Map(days.map(({ date, mean }) => [date, gramsFromKg(mean)]))
    const gainsGrams = Array.from({ length: daysBetween(from, to) }, (_, day) => means.get(dayAfter(from, day)) ?? null)
    return [{ regionId, gainsGrams }]
  })
}

const seconds = (date: string): number => Date.parse(date) / 1000
