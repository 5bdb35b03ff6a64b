import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { otherAdministratorExists } from './admin-user-queries.ts'

/** Whether nobody else would be left to administer; the account with `exceptEmail` does not count. */
export const isLastAdministrator = async (
  db: Kysely<Tables>,
  accountId: number,
  exceptEmail: string | undefined,
): Promise<boolean> => !(await otherAdministratorExists(db, accountId, exceptEmail))
