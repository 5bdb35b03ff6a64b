import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'

/** Stays free when something large is written, for what transmitters send in the meantime. */
const SPARE_BYTES = 64 * 1024 * 1024
const LOW_PERCENT = 10
const NEARLY_FULL_PERCENT = 5
/** The trouble is over only with this much more, so that it is not reported again and again. */
const OVER_PERCENT = 2

export type DiskSpace = { freeBytes: number; totalBytes: number }
export type DiskFolder = 'data' | 'database'

export type DiskWatch = {
  /** Checks the room for something about to be written into the data folder. Throws 507 `storage_low` if there is not enough. */
  requireRoom(bytes: number): Promise<void>
  /** Measures, and tells administrators if little is left. */
  look(): Promise<void>
  free(): Promise<{ folder: DiskFolder; bytes: number }[]>
}

/** Watches the free space on the disks of the data folder and of the database. If it cannot be measured, nothing is refused. */
export function createDiskWatch(
  { config, troubles, logger }: Pick<Deps, 'config' | 'troubles' | 'logger'>,
  measure: (folder: string) => Promise<DiskSpace> = measureFolder,
): DiskWatch {
  const { filesDir, database } = config
  const folders = new Map<DiskFolder, string>([['data', filesDir]])
  // the disk of a database server is monitored there
  if (database.kind === 'file') folders.set('database', path.dirname(database.file))
  const names = [...folders.keys()]

  async function measured(name: DiskFolder): Promise<DiskSpace | undefined> {
    try {
      return await measure(folders.get(name)!)
    } catch (error) {
      logger.warn({ err: error, folder: folders.get(name) }, 'the free disk space cannot be measured')
      return undefined
    }
  }

  async function tell(kind: 'disk_low' | 'disk_nearly_full', belowPercent: number, percent: number): Promise<void> {
    if (percent < belowPercent) await troubles.raise({ kind, values: { percent: Math.floor(percent) } })
    else if (percent >= belowPercent + OVER_PERCENT) await troubles.clear(kind)
  }

  return {
    async requireRoom(bytes) {
      const space = await measured('data')
      if (space && space.freeBytes < bytes + SPARE_BYTES) throw new AppError(507, 'storage_low')
    },
    async look() {
      const spaces = (await Promise.all(names.map(measured))).filter((space) => space !== undefined)
      if (spaces.length === 0) return
      const percent = Math.min(
        ...spaces.map(({ freeBytes, totalBytes }) => (100 * freeBytes) / Math.max(1, totalBytes)),
      )
      await tell('disk_low', LOW_PERCENT, percent)
      await tell('disk_nearly_full', NEARLY_FULL_PERCENT, percent)
    },
    async free() {
      const spaces = await Promise.all(names.map(async (folder) => ({ folder, space: await measured(folder) })))
      return spaces.flatMap(({ folder, space }) => (space ? [{ folder, bytes: space.freeBytes }] : []))
    },
  }
}

async function measureFolder(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
