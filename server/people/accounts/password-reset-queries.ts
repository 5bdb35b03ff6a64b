import type { Insertable, Kysely } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import type { AccountRow } from './account-queries.ts'
import type { PasswordResetTable } from './account-table.ts'

/** How long a used link still tells a repeated request that the password was set. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS

export async function insertPasswordReset(db: Kysely<Tables>, row: Insertable<PasswordResetTable>): Promise<void> {
  await db.insertInto('password_reset').values(row).execute()
}

/** Deletes links that ended long enough ago that nobody repeats a request with them. */
export async function deleteEndedResets(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .deleteFrom('password_reset')
    .where('expires_at', '<=', nowMs - REPEATED_WITHIN_MS)
    .execute()
}

export async function deleteResetsOf(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
}

/** Deletes the links of an account that can still be used. */
export async function deleteOpenResetsOf(db: Kysely<Tables>, accountId: number, nowMs: number): Promise<void> {
  await db.deleteFrom('password_reset').where('account_id', '=', accountId).where('expires_at', '>', nowMs).execute()
}

/** The furthest a link may end from now: a later end was written by a clock that was ahead. */
const ENDS_WITHIN_MS = DAY_MS

const good = (db: Kysely<Tables>, tokenHash: string, nowMs: number) =>
  db
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .select('account.id')
    .where('account.active', '=', 1)
    .where('password_reset.token_hash', '=', tokenHash)
    .where('password_reset.expires_at', '>', nowMs)
    .where('password_reset.expires_at', '<=', nowMs + ENDS_WITHIN_MS)

/** The account for which a link is valid. */
export const selectResetAccount = (
  db: Kysely<Tables>,
  tokenHash: string,
  nowMs: number,
): Promise<{ id: number } | undefined> => good(db, tokenHash, nowMs).executeTakeFirst()

/** Uses up a link: it ends now. Returns undefined if it is not valid, or another request was faster. */
export async function takeReset(db: Kysely<Tables>, tokenHash: string, nowMs: number): Promise<number | undefined> {
  const taken = await db
    .updateTable('password_reset')
    .set({ expires_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('account_id', 'in', good(db, tokenHash, nowMs))
    .returning('account_id')
    .executeTakeFirst()
  return taken?.account_id ?? undefined
}

/** The account whose link was used up, or ran out, just now. */
export const selectJustReset = (
  db: Kysely<Tables>,
  tokenHash: string,
  nowMs: number,
): Promise<Pick<AccountRow, 'id' | 'email' | 'password_hash'> | undefined> =>
  db
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .select(['account.id', 'account.email', 'account.password_hash'])
    .where('account.active', '=', 1)
    .where('password_reset.token_hash', '=', tokenHash)
    .where('password_reset.expires_at', '<=', nowMs)
    .where('password_reset.expires_at', '>', nowMs - REPEATED_WITHIN_MS)
    .executeTakeFirst()
