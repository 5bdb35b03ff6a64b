import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import { orStartError, StartError } from '../../../platform/runtime/start-error.ts'
import { databaseCompanions } from './data-folder.ts'

type Place = Pick<Config, 'dataDir' | 'database'>

const OF_OTHERS = 0o077
/** What tells a data folder, of any age, from other folders. */
const ours = new Set(['hivewatch.sqlite', 'secret.key', 'vapid.json', 'node.id', 'in-use.lock', 'restore.part'])
/** What a new disk, or a new folder, may hold; the demo keeps its own in a subfolder of the default one. */
const usual = new Set(['lost+found', 'backups', 'demo'])
const isUsual = (name: string): boolean => name.startsWith('.') || usual.has(name)

/** Throws StartError if a folder belongs to others, such as /tmp: tightening it would shut them out. */
export function checkFolderIsOurs({ dataDir, database }: Place): void {
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return
  const names = orStartError(dataDir, () => readdirSync(dataDir))
  const isOurs = (name: string) =>
    ours.has(name) || (database.kind === 'file' && path.resolve(dataDir, name) === path.resolve(database.file))
  const other = names.find((name) => !isUsual(name))
  if (other === undefined || names.some(isOurs)) return
  throw new StartError(
    `${dataDir} holds something else (${other}), which would be closed to everybody else: set DATA_DIR to a folder of its own`,
  )
}

/** Removes the access of other users to everything in the data folder and to the database. Skips links, and what belongs to another user. */
export function tightenData({ dataDir, database }: Place): void {
  if (database.kind === 'file') {
    const files = ['', ...databaseCompanions].map((ending) => `${database.file}${ending}`)
    // a folder by mistake, such as /tmp, is reported once it is opened
    for (const file of files) if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) tighten(file)
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
