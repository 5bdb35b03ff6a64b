import { existsSync } from 'node:fs'
import { realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FilePlace } from '../../../platform/config/database-place.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { keptEntries } from '../data-folder/data-folder.ts'
import { restoreStage } from '../data-folder/finish-restore.ts'
import { readMountPoints } from '../data-folder/mount-points.ts'
import { describeFile, filesIn } from './backup-manifest.ts'

/**
 * Returns what of the data folder a restore may move away, by name. What is mounted from elsewhere, as containers do with a secret.key, cannot be moved: it
 * stays, and is taken out of the staged backup, if it is the same there. Otherwise throws StartError, as long as nothing has changed.
 */
export async function leaveMounted({ dataDir, databaseFile }: FilePlace): Promise<string[]> {
  const mounted = await readMountPoints()
  const isMounted = async (name: string) =>
    mounted.has(path.join(await realpath(path.dirname(name)), path.basename(name)))
  if (await isMounted(databaseFile))
    throw new StartError(`${databaseFile} is mounted, and cannot be replaced: mount the folder that it is in instead`)
  const movable: string[] = []
  for (const name of await keptEntries({ dataDir, databaseFile })) {
    if (!(await isMounted(path.join(dataDir, name)))) movable.push(name)
    else if (await isSame(name, dataDir, restoreStage(dataDir)))
      await rm(path.join(restoreStage(dataDir), name), { recursive: true, force: true })
    else
      throw new StartError(
        `${path.join(dataDir, name)} is mounted, and cannot be replaced by the one in the backup, which differs: unmount it, restore, and put that one where yours is mounted from`,
      )
  }
  return movable
}

/** Whether two folders have the same under a name; true if the second has nothing. */
async function isSame(name: string, one: string, other: string): Promise<boolean> {
  if (!existsSync(path.join(other, name))) return true
  return isDeepStrictEqual(await contentOf(one, name), await contentOf(other, name))
}

async function contentOf(folder: string, name: string) {
  const isFolder = (await stat(path.join(folder, name))).isDirectory()
  const files = isFolder ? (await filesIn(path.join(folder, name))).map((file) => path.join(name, file)) : [name]
  return Promise.all(files.map((file) => describeFile(folder, file)))
}
