import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

export async function clearWatchCode(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await db
    .updateTable('controller')
    .set({ watch_code_hash: null, watch_code_sealed: null, watch_code_ends_at: null })
    .where('id', '=', controllerId)
    .execute()
}

export async function deleteWatchers(db: Kysely<Tables>, controllerId: number): Promise<void> {
  for (const table of ['watch', 'ended_watch'] as const) {
    await db.deleteFrom(table).where('controller_id', '=', controllerId).execute()
  }
}

/** Deletes what an account has muted at a transmitter. */
export async function deleteMutesOf(db: Kysely<Tables>, controllerId: number, accountId: number): Promise<void> {
  await db.deleteFrom('mute').where('controller_id', '=', controllerId).where('account_id', '=', accountId).execute()
}
