import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { PasskeyChallengeTable, PasskeyTable } from '../account-table.ts'

export type PasskeyRow = Selectable<PasskeyTable>

export async function insertChallenge(db: Kysely<Tables>, row: Insertable<PasskeyChallengeTable>): Promise<void> {
  await db.insertInto('passkey_challenge').values(row).execute()
}

export async function deleteExpiredChallenges(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', nowMs).execute()
}

/** Uses up a challenge. Returns false if it is not valid, or another request was faster. `accountId` null: one for signing in. */
export async function takeChallenge(
  db: Kysely<Tables>,
  challengeHash: string,
  accountId: number | null,
  nowMs: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', challengeHash)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', nowMs)
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export const selectPasskeysOf = (db: Kysely<Tables>, accountId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const selectPasskeyByCredential = (db: Kysely<Tables>, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

export const insertPasskey = (db: Kysely<Tables>, row: Insertable<PasskeyTable>): Promise<PasskeyRow> =>
  db.insertInto('passkey').values(row).returningAll().executeTakeFirstOrThrow()

export const renamePasskeyOf = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function deletePasskeyOf(db: Kysely<Tables>, accountId: number, id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function deletePasskeysOf(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

/** Records a use. Returns false if the counter has changed meanwhile, as happens when a copy of the key is used. */
export async function notePasskeyUse(
  db: Kysely<Tables>,
  { id, counter }: PasskeyRow,
  use: { counter: number; usedAt: number },
): Promise<boolean> {
  const noted = await db
    .updateTable('passkey')
    .set({ counter: use.counter, last_used_at: use.usedAt })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
