import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import type { FilePlace } from '../../../platform/config/database-place.ts'

export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups')

/** The name of the database copy in a backup, wherever the database itself is. */
export const DATABASE_COPY = 'hivewatch.sqlite'
export const MANIFEST = 'manifest.json'

/** Files next to a database in use; a restored one must never meet those of another. */
export const databaseCompanions = ['-wal', '-shm', '-journal']

/** What the server keeps in its data folder that cannot be made again: keys and uploaded firmware. */
export const keptNames = ['firmware', 'node.id', 'secret.key', 'vapid.json']
/** Unfinished files, files of a restore, an upgrade or a repair, and the lock of the folder. */
export const isPassing = (name: string): boolean =>
  /\.(new|part)$|^restore|^before-(restore|upgrade)-|^in-use|^damaged-/.test(name)

/**
 * What has to be kept of the data folder besides the database. Names, in order. Whatever else is in the folder is somebody else's, as in a home folder,
 * or another server's, as the demo's: a backup does not hold it, and a restore leaves it alone. That includes a database that is no longer used,
 * as after a move to another disk, which would take the place of the copy; and a folder that holds the database itself.
 */
export async function keptEntries({ dataDir, databaseFile }: FilePlace): Promise<string[]> {
  const holdsDatabase = (name: string) => databaseFile.startsWith(path.join(dataDir, name, path.sep))
  const names = await readdir(dataDir)
  return names.filter((name) => keptNames.includes(name) && !holdsDatabase(name)).sort()
}
