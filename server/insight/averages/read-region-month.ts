import type { Kysely } from 'kysely'
import { type LocalMidnight, localMidnights } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import { broughtBefore } from '#domain/insight/net-weight.ts'
import { averageOfDay, type DayAverage, type HiveDay } from '#domain/insight/regional-average.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import { readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { readMidnightWeights } from '../../hives/timeline/read-midnight-values.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Tables } from '../../store/tables.ts'
import { type CountedScale, selectCountedScales, selectRegionForAverage } from './average-queries.ts'

/** How many scales' hours of a month are in memory at a time. */
const SCALES_AT_ONCE = 2000

type Limits = Parameters<typeof averageOfDay>[1]

/** `month` as `2026-05`; without `limits` those of the settings apply. */
export type RegionMonthInput = { regionId: number; month: string; nowSeconds: number; limits?: Limits }

/**
 * A reader thread's task: returns the averages of a region for the past local days of a month, net
 * of what beekeepers added or removed. Days with data from too few hives are left out.
 */
export async function readRegionMonth(
  db: Kysely<Tables>,
  { regionId, month, nowSeconds, limits }: RegionMonthInput,
): Promise<(DayAverage & { date: string })[]> {
  const region = await selectRegionForAverage(db, regionId)
  const scales = await selectCountedScales(db, regionId)
  const midnights = region ? midnightsOf(month, region.utc_offset, nowSeconds) : []
  if (scales.length === 0 || midnights.length < 2) return []
  const known = limits ?? limitsOf(await readSettings(db))
  const days: HiveDay[][] = midnights.slice(1).map(() => [])
  for (const part of partsOf(scales, SCALES_AT_ONCE)) await addDays(db, days, part, midnights)
  return days.flatMap((hives, day) => {
    const average = averageOfDay(hives, known)
    return average ? [{ date: midnights[day]!.date, ...average }] : []
  })
}

/** Adds the changes of some scales on each day between the midnights. */
async function addDays(
  db: Kysely<Tables>,
  days: HiveDay[][],
  scales: readonly CountedScale[],
  midnights: LocalMidnight[],
): Promise<void> {
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const { weights } = await readMidnightWeights(db, scaleIds, midnights)
  const span = { from: midnights[0]!.time - DAY_SECONDS, to: midnights.at(-1)!.time + DAY_SECONDS }
  const jumps = await readHandJumps(db, scaleIds, span)
  for (const { scaleId, ownerId } of scales) {
    const brought = broughtBefore(jumps.get(scaleId) ?? [])
    const ofScale = weights.get(scaleId)!
    for (let day = 0; day < days.length; day++) {
      const begin = ofScale[day]!
      const end = ofScale[day + 1]!
      if (begin.grams === ABSENT || end.grams === ABSENT) continue
      const changeGrams = end.grams - begin.grams - (brought(end.readBefore) - brought(begin.readBefore))
      days[day]!.push({ ownerId, changeGrams, massGrams: Math.min(begin.grams, end.grams) })
    }
  }
}

const limitsOf = (settings: GlobalSettings): Limits => ({
  minimumMassGrams: gramsFromKg(settings.averageWeightMinimumMassKg),
  maximumDeltaGrams: gramsFromKg(settings.averageWeightMaximumDeltaKg),
})

/** Returns the midnights bounding the days of a month that are over at `nowSeconds`. */
function midnightsOf(month: string, utcOffsetHours: number, nowSeconds: number): LocalMidnight[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const offset = utcOffsetHours * 3600
  const from = Date.UTC(year, number - 1) / 1000 - offset
  const to = Date.UTC(year, number) / 1000 - offset
  return localMidnights({ utcOffsetHours }, from, Math.min(to, nowSeconds))
}
