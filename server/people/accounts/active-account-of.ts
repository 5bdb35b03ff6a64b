import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectAccountByEmail } from './account-queries.ts'

/** The account of an e-mail address, as long as it is switched on. */
export async function activeAccountOf(db: Kysely<Tables>, email: string): Promise<number | undefined> {
  const row = await selectAccountByEmail(db, email)
  return row?.active === 1 ? row.id : undefined
}
