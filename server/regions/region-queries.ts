import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

export const selectRegions = (db: Kysely<Tables>) =>
  db
    .selectFrom('region')
    .select(['id', 'name', 'priority', 'utc_offset', 'alarm_from', 'alarm_to'])
    .orderBy('priority', 'desc')
    .orderBy('name')
    .execute()
