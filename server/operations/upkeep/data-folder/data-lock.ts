import { accessSync, constants, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Config, ConfigError } from '../../../platform/config/config.ts'
import { makeFolder, orStartError } from '../../../platform/runtime/start-error.ts'
import { isMissing } from '../../../platform/runtime/unless-missing.ts'

/** Another process is using the data folder or the database. */
export class DataInUseError extends ConfigError {}

export type Lock = { release(): void }

/** The database of each lock: without a reference, the garbage collector would close it and release its lock. */
const held = new Set<Sqlite.Database>()

/**
 * Locks a data folder and the file of a database, wherever that is, for this process until they are released or the process ends, no matter
 * how: the operating system releases the locks. Throws `DataInUseError` if another process holds one of them.
 */
export function lockData({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Lock {
  const locks: Lock[] = []
  const release = () => {
    for (const lock of locks.splice(0).reverse()) lock.release()
  }
  try {
    makeFolder(dataDir)
    locks.push(lockFile(path.join(dataDir, 'in-use.lock'), dataDir))
    if (database.kind !== 'file') return { release }
    const file = targetOf(database.file)
    makeFolder(path.dirname(file))
    locks.push(lockFile(path.join(path.dirname(file), `in-use.${path.basename(file)}.lock`), file))
  } catch (error) {
    release()
    throw error
  }
  return { release }
}

/** Resolves links: two paths may lead to the same file, which may not exist yet. */
function targetOf(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (!isMissing(error)) return file
  }
  const link = lstatSync(file, { throwIfNoEntry: false })
  if (link?.isSymbolicLink()) return targetOf(path.resolve(path.dirname(file), readlinkSync(file)))
  const folder = path.dirname(file)
  return folder === file ? file : path.join(targetOf(folder), path.basename(file))
}

function lockFile(file: string, what: string): Lock {
  const folder = path.dirname(file)
  return orStartError(folder, () => {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const lock = new Sqlite(file, { timeout: 0 })
    try {
      lock.pragma('journal_mode = MEMORY')
      lock.exec('begin exclusive')
    } catch (error) {
      lock.close()
      if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error
      throw new DataInUseError(`${what} is in use by a running server: stop it first`)
    }
    held.add(lock)
    return {
      release() {
        held.delete(lock)
        lock.close()
      },
    }
  })
}
