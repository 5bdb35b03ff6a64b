import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { OneTimeCodeTable } from './second-factor-table.ts'

export type OneTimeCodeRow = Selectable<OneTimeCodeTable>
export type CodesInUse = OneTimeCodeRow & { secret_sealed: string; since: number }

const ofAccount = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom('one_time_code').selectAll().where('account_id', '=', accountId)

export const selectCodes = (db: Kysely<Tables>, accountId: number): Promise<OneTimeCodeRow | undefined> =>
  ofAccount(db, accountId).executeTakeFirst()

/** Returns undefined if an account has no one-time codes, or none confirmed by a code. */
export const selectCodesInUse = (db: Kysely<Tables>, accountId: number): Promise<CodesInUse | undefined> =>
  ofAccount(db, accountId)
    .where('secret_sealed', 'is not', null)
    .$narrowType<{ secret_sealed: string; since: number }>()
    .executeTakeFirst()

export async function keepPending(
  db: Kysely<Tables>,
  accountId: number,
  pending: { pending_sealed: string; pending_until: number },
): Promise<void> {
  await db
    .insertInto('one_time_code')
    .values({ account_id: accountId, ...pending })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
    .execute()
}

/** Puts a pending secret into use. Returns false if it is no longer pending. */
export async function takePending(
  db: Kysely<Tables>,
  accountId: number,
  pendingSealed: string,
  used: { since: number; last_step: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('one_time_code')
    .set({ secret_sealed: pendingSealed, pending_sealed: null, pending_until: null, ...used })
    .where('account_id', '=', accountId)
    .where('pending_sealed', '=', pendingSealed)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Deletes secrets that no code has confirmed in time. */
export async function forgetPending(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db.deleteFrom('one_time_code').where('secret_sealed', 'is', null).where('pending_until', '<=', nowMs).execute()
  await db
    .updateTable('one_time_code')
    .set({ pending_sealed: null, pending_until: null })
    .where('pending_until', '<=', nowMs)
    .execute()
}

/** Uses up a time step and all earlier ones. Returns false if it was already used, or the secret has changed. */
export async function takeStep(db: Kysely<Tables>, codes: CodesInUse, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('one_time_code')
    .set({ last_step: step })
    .where('account_id', '=', codes.account_id)
    .where('secret_sealed', '=', codes.secret_sealed)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends one-time codes and recovery codes. Returns false if none were in use. */
export async function deleteCodes(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const ended = await db
    .deleteFrom('one_time_code')
    .where('account_id', '=', accountId)
    .returning('since')
    .executeTakeFirst()
  return ended !== undefined && ended.since !== null
}

export async function replaceRecoveryCodes(
  db: Kysely<Tables>,
  accountId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

/** The hashes of the recovery codes that an account has left. */
export async function selectRecoveryCodes(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db.selectFrom('recovery_code').select('code_hash').where('account_id', '=', accountId).execute()
  return rows.map(({ code_hash }) => code_hash)
}

/** Uses up a recovery code. Returns false if there is no such code, or another request was faster. */
export async function takeRecoveryCode(db: Kysely<Tables>, accountId: number, codeHash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
