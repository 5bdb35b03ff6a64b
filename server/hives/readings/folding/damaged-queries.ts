import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

export const selectDamagedOf = (db: Kysely<Tables>, controllerId: number): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('set_aside')
    .select('id')
    .where('controller_id', '=', controllerId)
    .where('reason', '=', 'damaged')
    .limit(1)
    .executeTakeFirst()
