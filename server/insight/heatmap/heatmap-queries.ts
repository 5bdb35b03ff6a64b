import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** All regions with their offset to UTC in hours. */
export const selectUtcOffsets = (db: Kysely<Tables>) => db.selectFrom('region').select(['id', 'utc_offset']).execute()
