import type { DatabasePlace } from '../platform/config/database-place.ts'
import type { BeforeMigrations } from '../platform/db/run-migrations.ts'
import type { Told } from '../platform/db/upgrade-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

/** `onLost`: a thread ended by itself; `onLock`: another process holds a file's lock for writing, or no longer does; `told` hears of upgrades. */
export type StoreOptions = {
  readers: number
  onLost: (error: Error) => void
  onLock?: (isHeld: boolean) => void
  told?: Told
  before?: BeforeMigrations
  /** In which epoch this node keeps a database that several nodes share. */
  epoch?: number
}

/** Opens the database of the settings, migrated; the only place where it matters which engine that is. Throws StartError. */
export async function openStore(place: DatabasePlace, options: StoreOptions): Promise<Database> {
  if (place.kind === 'file') return openDatabase(place.file, options)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(place.url, options)
}
