import type { DatabasePlace } from '../platform/config/database-place.ts'
import type { BeforeMigrations } from '../platform/db/run-migrations.ts'
import type { Told } from '../platform/db/upgrade-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

/** `onLost`: a thread ended unexpectedly; `onLock`: somebody else holds what a write needs, or no longer does; `told`: receives upgrade progress. */
export type StoreOptions = {
  readers: number
  onLost: (error: Error) => void
  onLock?: (isHeld: boolean) => void
  told?: Told
  before?: BeforeMigrations
  /** The epoch in which this node keeps a database shared by several nodes. */
  epoch?: number
}

/** Opens and migrates the configured database; the only place where the engine matters. Throws StartError. */
export async function openStore(place: DatabasePlace, options: StoreOptions): Promise<Database> {
  if (place.kind === 'file') return openDatabase(place.file, options)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(place.url, options)
}
