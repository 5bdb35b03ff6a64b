import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectAccountByEmail } from './account-queries.ts'

/** The id of the account with this e-mail address, if it is active. */
export async function activeAccountOf(db: Kysely<Tables>, email: string): Promise<number | undefined> {
  const row = await selectAccountByEmail(db, email)
  return row?.active === 1 ? row.id : undefined
}
