import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Stored tiles of a transmitter's own series, in order of time. */
export const selectOwnTiles = (db: Kysely<Tables>, controllerId: number, level: number, from: number) =>
  db
    .selectFrom('tile')
    .select('bytes')
    .where('scale_id', '=', -controllerId)
    .where('level', '=', level)
    .where('from', '>=', from)
    .orderBy('from')
    .execute()

/** When scales last sent, in epoch seconds. */
export async function selectLastTimes(db: Kysely<Tables>, scaleIds: readonly number[]) {
  if (scaleIds.length === 0) return []
  return db.selectFrom('scale_last').select(['scale_id', 'time']).where('scale_id', 'in', scaleIds).execute()
}
