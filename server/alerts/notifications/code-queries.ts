import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { NotificationRow } from './notification-queries.ts'

const TRIES_PER_CODE = 5

export async function keepCode(
  db: Kysely<Tables>,
  id: number,
  code: { code_hash: string; code_expires_at: number },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ ...code, code_tries: 0 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
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
