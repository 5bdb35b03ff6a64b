import type { DatabasePlace } from '../platform/config/database-place.ts'
import { migrationNames } from '../platform/db/migration-files.ts'
import type { BeforeMigrations } from '../platform/db/run-migrations.ts'
import { isThere, StartError } from '../platform/runtime/start-error.ts'
import type { Database } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'

/**
 * Opens a server's database for a program that works on it. Throws StartError rather than create a missing one, or upgrade one that a server of the
 * previous version may still be using.
 */
export function openExisting(place: DatabasePlace): Promise<Database> {
  if (place.kind === 'file' && !isThere(place.file)) throw new StartError(`there is no database in ${place.file}`)
  const onLost = (error: Error) => {
    throw error
  }
  return openStore(place, { readers: 1, onLost, before: requireUpgraded })
}

const requireUpgraded: BeforeMigrations = async (_, pending) => {
  if (pending.length === 0) return
  if (pending.length === migrationNames().length) {
    throw new StartError('the database is empty: set DATABASE_URL as for the server')
  }
  throw new StartError(
    'the database is from an older HiveWatch: start this version on it once (npm start), then run this again',
  )
}
