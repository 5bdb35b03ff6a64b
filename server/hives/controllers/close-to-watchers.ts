import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { clearWatchCode, deleteWatchers } from './watcher-queries.ts'

/** Closes a transmitter to others: its code ends, and nobody watches it any more. To be called when it changes hands, too. */
export async function closeToWatchers(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await clearWatchCode(db, controllerId)
  await deleteWatchers(db, controllerId)
}
