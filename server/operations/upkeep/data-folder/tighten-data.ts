import { chmodSync, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import { KEPT_ASSETS } from '../../../platform/http/serving/kept-assets.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { databaseCompanions, isPassing, keptNames } from './data-folder.ts'

type Place = Pick<Config, 'dataDir' | 'database'>

const OF_OTHERS = 0o077
/** What the server keeps in its data folder, besides the database and what comes and goes. */
const kept = new Set([...keptNames, 'exports', 'imports', 'backups', KEPT_ASSETS])
/** What else a folder of its own may hold; the demo keeps its data in a subfolder of the default one. */
const isUsual = (name: string): boolean => name.startsWith('.') || name === 'lost+found' || name === 'demo'

/**
 * Removes the access of other users to the database, to what is kept in the data folder, and to that folder, unless it also holds something
 * else, as `/tmp` does. Skips links, and what belongs to another user.
 */
export function tightenData({ dataDir, database }: Place): void {
  const files = database.kind === 'file' ? ['', ...databaseCompanions].map((ending) => `${database.file}${ending}`) : []
  // a folder by mistake, such as /tmp, is reported once it is opened
  for (const file of files) if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) tighten(file)
  const paths = new Set(files.map((file) => path.resolve(file)))
  const isOurs = (name: string) => kept.has(name) || isPassing(name) || paths.has(path.resolve(dataDir, name))
  const names = readdirSync(dataDir)
  if (names.every((name) => isOurs(name) || isUsual(name))) tighten(dataDir)
  for (const name of names.filter(isOurs)) tightenAll(path.join(dataDir, name))
}

function tightenAll(name: string): void {
  // a folder of somebody else may be closed to this process
  if (!tighten(name)?.isDirectory()) return
  for (const entry of readdirSync(name)) tightenAll(path.join(name, entry))
}

/** Returns what it is, if it is a file or folder of this user. */
function tighten(name: string): Stats | undefined {
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory()) || found.uid !== process.getuid?.()) return undefined
  if ((found.mode & OF_OTHERS) !== 0) close(name, found.mode & 0o7777 & ~OF_OTHERS)
  return found
}

/** A key that is mounted read-only, as containers do with secrets, stays as whoever mounted it wants it. */
function close(name: string, mode: number): void {
  try {
    chmodSync(name, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') throw error
  }
}

/** Keys are created after the database: if they exist, an empty database was truncated and must not be started anew. */
export function checkDatabaseIsThere({ dataDir, database }: Place): void {
  if (database.kind !== 'file') return
  const size = statSync(database.file, { throwIfNoEntry: false })?.size
  if (size !== 0 || !existsSync(path.join(dataDir, 'secret.key'))) return
  throw new StartError(
    `${database.file} is empty, though ${dataDir} was in use: restore a backup (npm run restore), or remove the file to start over`,
  )
}
