import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { clearWatchCode, deleteWatchers } from './watcher-queries.ts'

/** Closes a transmitter to others: ends its watch code and removes all watchers. Also to be called when its owner changes. */
export async function closeToWatchers(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await clearWatchCode(db, controllerId)
  await deleteWatchers(db, controllerId)
}
