import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Tables } from '../../../store/tables.ts'
import type { AccountTable, SessionTable } from '../account-table.ts'

export type SessionRow = Pick<
  Selectable<SessionTable>,
  'id' | 'token_hash' | 'account_id' | 'last_seen_at' | 'expires_at'
> &
  Pick<Selectable<AccountTable>, 'email' | 'role' | 'admin' | 'affiliation_id' | 'language' | 'country' | 'site_host'> &
  Pick<Selectable<SessionTable>, 'actor_token_hash' | 'created_at' | 'confirmed_at' | 'factor'>

/** Expired, whatever the clock says. */
const OVER = { expires_at: 0 }

/** The session with this token, if it is still valid and its account is active. */
export const selectLiveSession = (
  db: Kysely<Tables>,
  tokenHash: string,
  now: number,
): Promise<SessionRow | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.id',
      'session.token_hash',
      'session.account_id',
      'session.created_at',
      'session.confirmed_at',
      'session.factor',
      'session.last_seen_at',
      'session.expires_at',
      'session.actor_token_hash',
      'account.email',
      'account.role',
      'account.admin',
      'account.affiliation_id',
      'account.language',
      'account.country',
      'account.site_host',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('account.active', '=', 1)
    .executeTakeFirst()

type SessionToLeave = { token_hash: string; account_id: number; email: string }

/** A session, over or not. `email`: of whoever is signed in on the device, who may be an administrator acting as the account. */
export const selectSessionToLeave = (
  db: Kysely<Tables>,
  by: 'id' | 'token_hash',
  value: string,
): Promise<SessionToLeave | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('session as own', 'own.token_hash', 'session.actor_token_hash')
    .leftJoin('account as actor', 'actor.id', 'own.account_id')
    .select(['session.token_hash', 'session.account_id'])
    .select(({ fn }) => fn.coalesce('actor.email', 'account.email').as('email'))
    .where(`session.${by}`, '=', value)
    .executeTakeFirst()

export async function insertSession(db: Kysely<Tables>, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

/** Extends a session. Returns false if it no longer exists or, with `seenAt`, if it was extended since that time. */
export async function touchSession(
  db: Kysely<Tables>,
  tokenHash: string,
  times: { last_seen_at: number; expires_at: number },
  seenAt?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set(times)
    .where('token_hash', '=', tokenHash)
    .$if(seenAt !== undefined, (touching) => touching.where('last_seen_at', '=', seenAt!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the user of a session has proved again to be its owner. */
export async function confirmSession(db: Kysely<Tables>, tokenHash: string, nowMs: number): Promise<void> {
  await db.updateTable('session').set({ confirmed_at: nowMs }).where('token_hash', '=', tokenHash).execute()
}

/** Records a factor beyond the password that was shown in a session. */
export async function noteFactor(db: Kysely<Tables>, tokenHash: string, factor: Factor): Promise<void> {
  await db
    .updateTable('session')
    .set({ factor })
    .where('token_hash', '=', tokenHash)
    .where('factor', '=', 'password')
    .execute()
}

/** Ends an account's sessions that were started with the password alone, except the one of `keptTokenHash`. */
export async function endOtherSessionsByPassword(
  db: Kysely<Tables>,
  accountId: number,
  keptTokenHash: string,
): Promise<void> {
  await ownSessions(db, accountId, keptTokenHash).where('factor', '=', 'password').execute()
  await endActingAs(db, accountId)
}

/** Ends a session; if an administrator acts as a user in it, the administrator's own session ends too. */
export async function deleteSession(db: Kysely<Tables>, tokenHash: string): Promise<void> {
  const ended = await db
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .returning('actor_token_hash')
    .executeTakeFirst()
  if (ended?.actor_token_hash) {
    await db.deleteFrom('session').where('token_hash', '=', ended.actor_token_hash).execute()
  }
}

/** The session with this token in which an administrator acts as a user, expired or not. */
export const selectActingSession = (
  db: Kysely<Tables>,
  tokenHash: string,
): Promise<{ actor_token_hash: string } | undefined> =>
  db
    .selectFrom('session')
    .select('actor_token_hash')
    .where('token_hash', '=', tokenHash)
    .where('actor_token_hash', 'is not', null)
    .$narrowType<{ actor_token_hash: string }>()
    .executeTakeFirst()

/**
 * Ends the sessions in which an administrator, signed in by their own session, acts as a user. As after the hour, such a token can then only
 * be used to return: the browser may have no other.
 */
export async function endActingBy(db: Kysely<Tables>, actorTokenHash: string): Promise<void> {
  await db.updateTable('session').set(OVER).where('actor_token_hash', '=', actorTokenHash).execute()
}

/** Deletes those sessions once the administrator has returned; returns the accounts they acted as. */
export const deleteActingBy = (db: Kysely<Tables>, actorTokenHash: string): Promise<{ account_id: number }[]> =>
  db.deleteFrom('session').where('actor_token_hash', '=', actorTokenHash).returning('account_id').execute()

/** Gives a session a new token. Returns undefined if it is gone or over. */
export const renewSessionToken = (
  db: Kysely<Tables>,
  tokenHash: string,
  renewed: { token_hash: string; last_seen_at: number; expires_at: number },
): Promise<{ account_id: number } | undefined> =>
  db
    .updateTable('session')
    .set(renewed)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', renewed.last_seen_at)
    .returning('account_id')
    .executeTakeFirst()

const ownSessions = (db: Kysely<Tables>, accountId: number, keptTokenHash: string) =>
  db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('actor_token_hash', 'is', null)
    .where('token_hash', '<>', keptTokenHash)

/** Ends all sessions in which administrators act as this account; they can still return to their own. */
async function endActingAs(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db
    .updateTable('session')
    .set(OVER)
    .where('account_id', '=', accountId)
    .where('actor_token_hash', 'is not', null)
    .execute()
}

/** Ends all sessions of an account, except the one of `keptTokenHash`; returns how many of its own these were. */
export async function endSessionsOf(db: Kysely<Tables>, accountId: number, keptTokenHash = ''): Promise<number> {
  const { numDeletedRows } = await ownSessions(db, accountId, keptTokenHash).executeTakeFirst()
  await endActingAs(db, accountId)
  return Number(numDeletedRows)
}

/**
 * Before an account is deleted: sessions in which administrators act as it are ended and moved to the administrators' own accounts, so that
 * these can still return. Returns the administrator's account for each.
 */
export const keepActingAs = (db: Kysely<Tables>, accountId: number): Promise<{ account_id: number }[]> =>
  db
    .updateTable('session')
    .set((eb) => ({
      ...OVER,
      account_id: eb
        .selectFrom('session as own')
        .whereRef('own.token_hash', '=', 'session.actor_token_hash')
        .select('own.account_id')
        .$asScalar()
        .$notNull(),
    }))
    .where('account_id', '=', accountId)
    .where('actor_token_hash', 'is not', null)
    .returning('account_id')
    .execute()

/** Sessions in which an administrator acts as a user are left: they are deleted with the administrator's own, to which they lead back. */
const deleteExpired = (db: Kysely<Tables>, nowMs: number) =>
  db.deleteFrom('session').where('expires_at', '<=', nowMs).where('actor_token_hash', 'is', null)

export async function deleteExpiredSessions(db: Kysely<Tables>, accountId: number, now: number): Promise<void> {
  await deleteExpired(db, now).where('account_id', '=', accountId).execute()
}

/** Deletes everybody's expired sessions; returns how many. */
export async function deleteEndedSessions(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await deleteExpired(db, now).executeTakeFirst()
  return Number(numDeletedRows)
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
    .where('actor_token_hash', 'is', null)
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
