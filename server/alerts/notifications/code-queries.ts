import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { NotificationRow } from './notification-queries.ts'

const TRIES_PER_CODE = 5

/**
 * Claims the sending of a code that is valid until `endsAt`. Returns undefined if the latest one was asked for just now, and nobody has tried it yet: it is
 * valid until between `justNow.from` and `justNow.to`. One that is valid longer was asked for when the clock was ahead.
 */
export const claimCode = (
  db: Kysely<Tables>,
  id: number,
  { endsAt, justNow }: { endsAt: number; justNow: { from: number; to: number } },
): Promise<{ id: number } | undefined> =>
  db
    .updateTable('notification')
    .set({ code_expires_at: endsAt, code_tries: 0 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(({ or, eb }) =>
      or([
        eb('code_expires_at', 'is', null),
        eb('code_expires_at', '<=', justNow.from),
        eb('code_expires_at', '>', justNow.to),
        eb('code_tries', '>', 0),
      ]),
    )
    .returning('id')
    .executeTakeFirst()

/** Gives the claim until `endsAt` back, so that the next request sends a code. Leaves a later claim alone. */
export async function releaseCode(
  db: Kysely<Tables>,
  { id, code_expires_at, code_tries }: Pick<NotificationRow, 'id' | 'code_expires_at' | 'code_tries'>,
  endsAt: number,
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ code_expires_at, code_tries })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('code_expires_at', '=', endsAt)
    .execute()
}

export type KeptCode = Pick<NotificationRow, 'code_hash' | 'code_expires_at' | 'code_tries'>

/** Replaces the code of a channel; returns the one it had. */
export const keepCode = (db: Kysely<Tables>, id: number, code: KeptCode): Promise<KeptCode | undefined> =>
  db.transaction().execute(async (within) => {
    const pending = within.selectFrom('notification').where('id', '=', id).where('status', '=', 'pending')
    const before = await pending.select(['code_hash', 'code_expires_at', 'code_tries']).executeTakeFirst()
    if (before) await within.updateTable('notification').set(code).where('id', '=', id).execute()
    return before
  })

/** Puts the code back that `keepCode` replaced, unless another one has replaced that since. */
export async function putCodeBack(
  db: Kysely<Tables>,
  id: number,
  { replaced, by }: { replaced: KeptCode; by: string },
): Promise<void> {
  await db
    .updateTable('notification')
    .set(replaced)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('code_hash', '=', by)
    .execute()
}

/** Counts one try. Returns undefined if the code has expired or was tried too often. */
export const countTry = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
  nowMs: number,
): Promise<Pick<NotificationRow, 'code_hash'> | undefined> =>
  db
    .updateTable('notification')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('code_expires_at', '>', nowMs)
    .where('code_tries', '<', TRIES_PER_CODE)
    .returning('code_hash')
    .executeTakeFirst()

/** Activates a channel whose code was entered. Returns undefined if the code was replaced meanwhile. */
export const openPending = (
  db: Kysely<Tables>,
  id: number,
  codeHash: string | null,
): Promise<{ id: number } | undefined> =>
  db
    .updateTable('notification')
    .set({ status: 'active', code_hash: null, code_expires_at: null, code_tries: 0, last_error: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('code_hash', '=', codeHash)
    .returning('id')
    .executeTakeFirst()
