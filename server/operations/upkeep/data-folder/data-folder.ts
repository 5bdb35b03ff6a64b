import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import type { FilePlace } from '../../../platform/config/database-place.ts'
import { KEPT_ASSETS } from '../../../platform/http/serving/kept-assets.ts'

export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups')

/** What the copy of the database is called in a backup, wherever it lies in use. */
export const DATABASE_COPY = 'hivewatch.sqlite'
export const MANIFEST = 'manifest.json'

/** Beside a database in use; a restored one must never meet those of another. */
export const databaseCompanions = ['-wal', '-shm', '-journal']

const leftOut = new Set(['backups', 'exports', 'imports', KEPT_ASSETS])
/** Unfinished files, those of a restore, an upgrade or a repair, and what holds the folder while somebody works on it. */
const isPassing = (name: string): boolean =>
  /\.(new|part)$|^restore|^before-(restore|upgrade)-|^in-use|^damaged-/.test(name)

/** What in the data folder has to be kept beside the database: keys, and files that are not made anew. Names, in order. */
export async function keptEntries({ dataDir, databaseFile }: FilePlace): Promise<string[]> {
  const ofDatabase = new Set(['', ...databaseCompanions].map((ending) => `${databaseFile}${ending}`))
  const names = await readdir(dataDir)
  return names
    .filter((name) => !leftOut.has(name) && !isPassing(name) && !ofDatabase.has(path.join(dataDir, name)))
    .sort()
}
