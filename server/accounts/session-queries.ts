import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { AccountTable, SessionTable } from './account-table.ts'

export type SessionRow = Pick<SessionTable, 'token_hash' | 'account_id' | 'last_seen_at'> &
  Pick<Selectable<AccountTable>, 'email' | 'role' | 'admin' | 'affiliation_id' | 'language'>

/** The session of a token that is still good, of an account that is active. */
export const selectLiveSession = (
  db: Kysely<Tables>,
  tokenHash: string,
  now: number,
): Promise<SessionRow | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.token_hash',
      'session.account_id',
      'session.last_seen_at',
      'account.email',
      'account.role',
      'account.admin',
      'account.affiliation_id',
      'account.language',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('account.active', '=', 1)
    .executeTakeFirst()

export async function insertSession(db: Kysely<Tables>, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

export async function touchSession(
  db: Kysely<Tables>,
  tokenHash: string,
  times: { last_seen_at: number; expires_at: number },
): Promise<void> {
  await db.updateTable('session').set(times).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(db: Kysely<Tables>, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Kysely<Tables>, accountId: number, now: number): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).where('expires_at', '<=', now).execute()
}

export async function deleteSessionsOf(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Ends all sessions but one; gives how many ended. */
export async function deleteOtherSessions(
  db: Kysely<Tables>,
  accountId: number,
  keptTokenHash: string,
): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', keptTokenHash)
    .returning('id')
    .execute()
  return ended.length
}

export const selectSessionsOf = (
  db: Kysely<Tables>,
  accountId: number,
  nowMs: number,
): Promise<Selectable<SessionTable>[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()

export const deleteSessionOf = (
  db: Kysely<Tables>,
  accountId: number,
  id: string,
): Promise<{ token_hash: string } | undefined> =>
  db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('token_hash')
    .executeTakeFirst()
