import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { deleteEntriesBefore } from './audit-queries.ts'

/** The only way in which entries are deleted: all that are older than `beforeMs`. Returns how many. */
export const forgetChanges = (db: Kysely<Tables>, beforeMs: number): Promise<number> =>
  db.transaction().execute((within) => deleteEntriesBefore(within, beforeMs))
