import type { Kysely } from 'kysely'
import { type RegionDay, toRegionDay } from '#domain/insight/regional-average.ts'
import type { Tables } from '../../store/tables.ts'
import { selectDays } from './average-queries.ts'

/** Returns the averages of regions from one local day to another (`2026-05-10`, both inclusive), by region and in order of time. */
export async function readRegionDays(
  db: Kysely<Tables>,
  regionIds: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, RegionDay[]>> {
  const days = new Map<number, RegionDay[]>(regionIds.map((id) => [id, []]))
  for (const { region_id, date, hives, mean_grams, median_grams } of await selectDays(db, regionIds, from, to)) {
    days.get(region_id)?.push(toRegionDay(date, { hives, meanGrams: mean_grams, medianGrams: median_grams }))
  }
  return days
}
