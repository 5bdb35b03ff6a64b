import type { Kysely } from 'kysely'
import { dayAfter, daysBetween, type HeatmapMap } from '#domain/heatmap.ts'
import { DEFAULT_ZONE, type Zone } from '#domain/local-midnight.ts'
import { decodeTile } from '#domain/tile-codec.ts'
import { levelNumber, type Tile, tileSpan } from '#domain/timeline-tile.ts'
import { gramsFromKg } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { readSettings } from '../settings/read-settings.ts'
import { readMidnightValues } from '../timeline/read-midnight-values.ts'
import { selectScalesInRegions, selectTilesOf, selectUtcOffsets } from './heatmap-queries.ts'
import { dayWeights, type RegionHive, regionMeans } from './region-means.ts'

/** So many scales are read at once: a decoded year of one is 1.5 kB. */
const SCALES_AT_ONCE = 1000

/** `scales`: those that may be shown one by one, with the region by whose clock their days begin. */
export type HeatmapMapInput = { scales: { id: number; regionId: number | null }[]; from: string; to: string }

const seconds = (date: string): number => Date.parse(date) / 1000

/** A reader thread's task: the gain of each day of scales, between local midnights, and the means of all regions, by UTC's days. */
export async function readHeatmapMap(db: Kysely<Tables>, { scales, from, to }: HeatmapMapInput): Promise<HeatmapMap> {
  return { from, to, scales: await gainsOf(db, scales, from, to), regions: await meansOf(db, from, to) }
}

async function gainsOf(db: Kysely<Tables>, scales: HeatmapMapInput['scales'], from: string, to: string) {
  const offsets = new Map((await selectUtcOffsets(db)).map(({ id, utc_offset }) => [id, utc_offset]))
  const zoneOf = (regionId: number | null): Zone => {
    const utcOffsetHours = regionId === null ? undefined : offsets.get(regionId)
    return utcOffsetHours === undefined ? DEFAULT_ZONE : { utcOffsetHours }
  }
  const days = daysBetween(from, to)
  // a day's gain is known at the midnight that ends it
  const [first, last] = [dayAfter(from, 1), dayAfter(to, 1)]
  const range = { from: { date: first, seconds: seconds(first) }, to: { date: last, seconds: seconds(last) } }
  const found = new Map<number, (number | null)[]>()
  for (const group of Map.groupBy(scales, ({ regionId }) => JSON.stringify(zoneOf(regionId))).values()) {
    const zone = zoneOf(group[0]!.regionId)
    for (let at = 0; at < group.length; at += SCALES_AT_ONCE) {
      const scaleIds = group.slice(at, at + SCALES_AT_ONCE).map(({ id }) => id)
      for (const { scaleId, days } of (await readMidnightValues(db, { scaleIds, zone, ...range })).scales) {
        found.set(
          scaleId,
          days.map(({ delta }) => (delta === null ? null : gramsFromKg(delta))),
        )
      }
    }
  }
  return scales.map(({ id }) => {
    const gains = found.get(id) ?? []
    return { scaleId: id, gainsGrams: Array.from({ length: days }, (_, day) => gains[day] ?? null) }
  })
}

async function meansOf(db: Kysely<Tables>, from: string, to: string) {
  const settings = await readSettings(db)
  const rows = await selectScalesInRegions(db)
  const span = {
    level: levelNumber.day,
    from: tileSpan('day', seconds(dayAfter(from, -1))).from,
    to: tileSpan('day', seconds(to)).from,
  }
  const hives: RegionHive[] = []
  for (let at = 0; at < rows.length; at += SCALES_AT_ONCE) {
    const part = rows.slice(at, at + SCALES_AT_ONCE)
    const tiles = new Map<number, Tile[]>(part.map(({ scale_id }) => [scale_id, []]))
    const stored = await selectTilesOf(db, { scaleIds: [...tiles.keys()], ...span })
    for (const { scale_id, bytes } of stored) tiles.get(scale_id)!.push(decodeTile(bytes, ['weightLast']))
    for (const { scale_id, owner_id, region_id } of part) {
      const weights = dayWeights(tiles.get(scale_id)!, from, to)
      hives.push({ regionId: region_id!, ownerId: owner_id!, weights })
    }
  }
  return regionMeans(hives, daysBetween(from, to), {
    leastMass: gramsFromKg(settings.averageWeightMinimumMassKg),
    mostDelta: gramsFromKg(settings.averageWeightMaximumDeltaKg),
  })
}
