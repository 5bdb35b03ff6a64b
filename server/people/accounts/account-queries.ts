import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { AccountTable } from './account-table.ts'

export type AccountRow = Selectable<AccountTable> & { affiliation_name: string | null }

const accounts = (db: Kysely<Tables>) =>
  db
    .selectFrom('account')
    .leftJoin('affiliation', 'affiliation.id', 'account.affiliation_id')
    .selectAll('account')
    .select('affiliation.name as affiliation_name')

export const selectAccountByEmail = (db: Kysely<Tables>, email: string): Promise<AccountRow | undefined> =>
  accounts(db).where('account.email', '=', email).executeTakeFirst()

export const selectAccountById = (db: Kysely<Tables>, id: number): Promise<AccountRow | undefined> =>
  accounts(db).where('account.id', '=', id).executeTakeFirst()

export async function insertAccount(db: Kysely<Tables>, row: Insertable<AccountTable>): Promise<AccountRow> {
  const inserted = await db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow()
  return { ...inserted, affiliation_name: null }
}

export async function updateAccount(db: Kysely<Tables>, id: number, changes: Updateable<AccountTable>): Promise<void> {
  await db.updateTable('account').set(changes).where('id', '=', id).execute()
}

type Replacement = { from: string; to: string }

/** Returns false if the password's hash is no longer `from`. */
export const replacePassword = (db: Kysely<Tables>, id: number, change: Replacement): Promise<boolean> =>
  replace(db, id, 'password_hash', change)

/** Returns false if the address is no longer `from`. Rejects if another account has the new one. */
export const replaceEmail = (db: Kysely<Tables>, id: number, change: Replacement): Promise<boolean> =>
  replace(db, id, 'email', change)

async function replace(
  db: Kysely<Tables>,
  id: number,
  column: 'password_hash' | 'email',
  { from, to }: Replacement,
): Promise<boolean> {
  const changed = await db
    .updateTable('account')
    .set({ [column]: to })
    .where('id', '=', id)
    .where(column, '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function administratorExists(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('admin', '=', 1).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The active administrators, except the one with the address `excluded`. */
export const selectAdministrators = (db: Kysely<Tables>, excluded = '') =>
  db
    .selectFrom('account')
    .select(['email', 'language', 'site_host'])
    .where('admin', '=', 1)
    .where('active', '=', 1)
    .where('email', '<>', excluded)
    .execute()
