import type { Kysely } from 'kysely'
import { DEFAULT_ZONE, type Zone } from '#domain/hives/local-midnight.ts'
import type { Tables } from '../../store/tables.ts'
import { selectUtcOffset } from './timeline-queries.ts'

/** The zone of a primary region, else that of Switzerland. */
export async function zoneOf(db: Kysely<Tables>, regionId: number | null): Promise<Zone> {
  const utcOffsetHours = regionId === null ? undefined : await selectUtcOffset(db, regionId)
  return utcOffsetHours === undefined ? DEFAULT_ZONE : { utcOffsetHours }
}
