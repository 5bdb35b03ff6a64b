import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { databaseCompanions } from './data-folder.ts'

type Place = Pick<Config, 'dataDir' | 'database'>

const OF_OTHERS = 0o077

/** Removes the access of other users to everything in the data folder and to the database. Skips links, and files that belong to another user. */
export function tightenData({ dataDir, database }: Place): void {
  if (database.kind === 'file') {
    for (const ending of ['', ...databaseCompanions]) tighten(`${database.file}${ending}`)
  }
  tighten(dataDir)
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    tighten(path.join(entry.parentPath, entry.name))
  }
}

function tighten(name: string): void {
  const found = lstatSync(name, { throwIfNoEntry: false })
  if (!found || !(found.isFile() || found.isDirectory())) return
  if ((found.mode & OF_OTHERS) === 0 || found.uid !== process.getuid?.()) return
  chmodSync(name, found.mode & 0o7777 & ~OF_OTHERS)
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
