import { migrationNames } from '../../platform/db/migration-files.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** Throws StartError if a database has no schema, or one of an older version. */
export function checkMigrated(place: string, executed: readonly string[]): void {
  if (executed.length === 0) throw new StartError(`${place} is empty: there is nothing to move`)
  const known = new Set(executed)
  if (migrationNames().every((name) => known.has(name))) return
  throw new StartError(`${place} is from an older HiveWatch: start this version on it once (npm start), then move it`)
}
