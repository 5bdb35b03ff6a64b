import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** The times when scales last sent, and last measured each quantity, in epoch seconds. */
export async function selectLastTimes(db: Kysely<Tables>, scaleIds: readonly number[]) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('scale_last')
    .innerJoin('scale', 'scale.id', 'scale_last.scale_id')
    .select(['scale_id', 'time', 'type', 'weight_time', 'temperature_time', 'humidity_time'])
    .where('scale_id', 'in', scaleIds)
    .execute()
}

/** The hours with unusable readings of scales, from a time (epoch seconds) on. */
export async function selectUnusable(db: Kysely<Tables>, scaleIds: readonly number[], from: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('unusable_hour')
    .select(['scale_id', 'time'])
    .where('scale_id', 'in', scaleIds)
    .where('time', '>=', from)
    .execute()
}
