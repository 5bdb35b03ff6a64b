import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { ConfigError } from '../config.ts'

/** A data folder that another process works on. */
export class DataInUseError extends ConfigError {}

/** The database of each lock: one that nobody held would be closed by the garbage collector, and its lock with it. */
const held = new Set<Sqlite.Database>()

/**
 * Holds a data folder for this process until it is released, or the process is gone, however it ended: the system itself
 * lets go of the lock. Throws `DataInUseError` where another process holds it.
 */
export function lockData(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const lock = new Sqlite(path.join(dataDir, 'in-use.lock'), { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error
    throw new DataInUseError(`${dataDir} is in use by a running server: stop it first`)
  }
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}
