import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectAccountById } from './account-queries.ts'

/** The e-mail address of an account. Undefined if it has been removed. */
export const emailOf = async (db: Kysely<Tables>, accountId: number): Promise<string | undefined> =>
  (await selectAccountById(db, accountId))?.email
