import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { PasswordResetTable } from './account-table.ts'

export async function insertPasswordReset(db: Kysely<Tables>, row: Insertable<PasswordResetTable>): Promise<void> {
  await db.insertInto('password_reset').values(row).execute()
}

export async function deleteExpiredResets(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<=', nowMs).execute()
}

export async function deleteResetsOf(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
}

const good = (db: Kysely<Tables>, tokenHash: string, nowMs: number) =>
  db
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .select('account.id')
    .where('account.active', '=', 1)
    .where('password_reset.token_hash', '=', tokenHash)
    .where('password_reset.expires_at', '>', nowMs)

/** The account for which a link is valid. */
export const selectResetAccount = (
  db: Kysely<Tables>,
  tokenHash: string,
  nowMs: number,
): Promise<{ id: number } | undefined> => good(db, tokenHash, nowMs).executeTakeFirst()

/** Uses up a link. Returns undefined if it is not valid, or another request was faster. */
export async function takeReset(db: Kysely<Tables>, tokenHash: string, nowMs: number): Promise<number | undefined> {
  const taken = await db
    .deleteFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('account_id', 'in', good(db, tokenHash, nowMs))
    .returning('account_id')
    .executeTakeFirst()
  return taken?.account_id ?? undefined
}
