import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Returns all regions with their UTC offset in hours. */
export const selectUtcOffsets = (db: Kysely<Tables>) => db.selectFrom('region').select(['id', 'utc_offset']).execute()
