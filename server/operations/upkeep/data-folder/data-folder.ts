import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import type { FilePlace } from '../../../platform/config/database-place.ts'
import { KEPT_ASSETS } from '../../../platform/http/serving/kept-assets.ts'

export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups')

/** The name of the database copy in a backup, wherever the database itself is. */
export const DATABASE_COPY = 'hivewatch.sqlite'
export const MANIFEST = 'manifest.json'

/** Files next to a database in use; a restored one must never meet those of another. */
export const databaseCompanions = ['-wal', '-shm', '-journal']

/** What comes and goes, or belongs to the disk if the folder has one of its own. */
const leftOut = new Set(['backups', 'exports', 'imports', KEPT_ASSETS, 'lost+found'])
/** Unfinished files, files of a restore, an upgrade or a repair, and the lock of the folder. */
export const isPassing = (name: string): boolean =>
  /\.(new|part)$|^restore|^before-(restore|upgrade)-|^in-use|^damaged-/.test(name)

/**
 * What has to be kept of the data folder besides the database: keys, and files that cannot be recreated. Names, in order. A folder in it that holds
 * the database is left out: a copy of a file in use is no backup, and would be in the way of the real one when that is restored. So is a database that is
 * no longer used, as after a move to another disk: it has the name of the copy, and would take its place in the backup.
 */
export async function keptEntries({ dataDir, databaseFile }: FilePlace): Promise<string[]> {
  const databases = [databaseFile, path.join(dataDir, DATABASE_COPY)]
  const ofDatabase = new Set(databases.flatMap((file) => ['', ...databaseCompanions].map((ending) => file + ending)))
  const holdsDatabase = (name: string) => databaseFile.startsWith(path.join(dataDir, name, path.sep))
  const names = await readdir(dataDir)
  return names
    .filter(
      (name) =>
        !leftOut.has(name) && !isPassing(name) && !ofDatabase.has(path.join(dataDir, name)) && !holdsDatabase(name),
    )
    .sort()
}
