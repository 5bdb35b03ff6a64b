import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { ApiTokenTable } from '../account-table.ts'

export type ApiTokenRow = Selectable<ApiTokenTable>

export const selectApiTokensOf = (db: Kysely<Tables>, accountId: number): Promise<ApiTokenRow[]> =>
  db.selectFrom('api_token').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const selectApiToken = (db: Kysely<Tables>, tokenHash: string): Promise<ApiTokenRow | undefined> =>
  db.selectFrom('api_token').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const selectApiTokenOf = (
  db: Kysely<Tables>,
  accountId: number,
  tokenHash: string,
): Promise<ApiTokenRow | undefined> =>
  db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Returns undefined if it already exists. */
export const insertApiToken = (db: Kysely<Tables>, row: Insertable<ApiTokenTable>): Promise<ApiTokenRow | undefined> =>
  db
    .insertInto('api_token')
    .values(row)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returningAll()
    .executeTakeFirst()

export async function deleteApiTokenOf(db: Kysely<Tables>, accountId: number, id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('api_token')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function deleteApiTokensOf(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('api_token').where('account_id', '=', accountId).execute()
}

export async function noteApiTokenUse(db: Kysely<Tables>, id: number, usedAt: number): Promise<void> {
  await db.updateTable('api_token').set({ last_used_at: usedAt }).where('id', '=', id).execute()
}
