import type { Kysely } from 'kysely'
import { DEFAULT_ZONE, type Zone } from '#domain/hives/local-midnight.ts'
import { clockOfRegion } from '#domain/hives/regions/clock-of-region.ts'
import type { Tables } from '../../store/tables.ts'
import { selectUtcOffset } from './timeline-queries.ts'

/** The zone of a primary region, else of Switzerland. */
export async function zoneOf(db: Kysely<Tables>, regionId: number | null): Promise<Zone> {
  const utcOffsetHours = regionId === null ? undefined : await selectUtcOffset(db, regionId)
  return utcOffsetHours === undefined ? DEFAULT_ZONE : { utcOffsetHours }
}

/** The name of a time zone for the local clocks, with Swiss daylight saving time where the offset is Switzerland's; `now` in epoch seconds. */
export async function clockOf(db: Kysely<Tables>, regionId: number | null, now: number): Promise<string> {
  const zone = await zoneOf(db, regionId)
  return 'timeZone' in zone ? zone.timeZone : clockOfRegion(zone.utcOffsetHours, DEFAULT_ZONE.timeZone, now)
}
