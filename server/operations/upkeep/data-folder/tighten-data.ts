import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { databaseCompanions } from './data-folder.ts'

type Place = Pick<Config, 'dataDir' | 'database'>

const OF_OTHERS = 0o077

/** Removes the access of other users to everything in the data folder and to the database. Skips links, and what belongs to another user. */
export function tightenData({ dataDir, database }: Place): void {
  if (database.kind === 'file') {
    for (const ending of ['', ...databaseCompanions]) tighten(`${database.file}${ending}`)
  }
  tighten(dataDir)
  tightenIn(dataDir)
}

function tightenIn(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    // a folder of somebody else may be closed to this process, such as lost+found on a disk of its own
    if (tighten(name) && entry.isDirectory()) tightenIn(name)
  }
}

/** Returns whether it is a file or folder of this user. */
function tighten(name: string): boolean {
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory()) || found.uid !== process.getuid?.()) return false
  if ((found.mode & OF_OTHERS) !== 0) chmodSync(name, found.mode & 0o7777 & ~OF_OTHERS)
  return true
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
