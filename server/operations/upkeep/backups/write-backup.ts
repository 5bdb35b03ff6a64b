import type { CopyOptions } from 'node:fs'
import { cp, mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../../deps.ts'
import { type FilePlace, filePlace } from '../../../platform/config/database-place.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import { syncToDisk } from '../../../platform/runtime/write-whole.ts'
import { backupFolder, DATABASE_COPY, keptEntries, MANIFEST } from '../data-folder/data-folder.ts'
import {
  BACKUP_FORMAT,
  type BackupFile,
  type BackupManifest,
  describeFile,
  filesIn,
  syncTree,
} from './backup-manifest.ts'
import { copyDatabase } from './copy-database.ts'

const DATABASE_SHARE = 0.7
/** Stays free next to a backup, for what transmitters send in the meantime. */
const SPARE_BYTES = 64 * 1024 * 1024

/** `damage`: what is damaged in the database, in words. */
export type WrittenBackup = { name: string; bytes: number; files: number; damage: string[] }
type Way = { signal: AbortSignal; progress(done: number, detail?: string): void }

/**
 * Writes a backup into a folder of its own, named by its time. The folder gets this name only once everything is on disk; a failure before
 * that leaves nothing, or a folder that the next try removes. Throws 507 `storage_low` if there is not enough room.
 */
export async function writeBackup(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  jobId: number,
  { signal, progress }: Way,
): Promise<WrittenBackup> {
  const place = filePlace(config)
  const folder = backupFolder(config)
  const unfinished = path.join(folder, `job-${jobId}.part`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    await requireRoom(place, folder)
    const created = new Date(clock.now()).toISOString()
    const { schema, damage } = await copyDatabase(place.databaseFile, path.join(unfinished, DATABASE_COPY), {
      signal,
      progress: (done) => progress(done * DATABASE_SHARE),
    })
    for (const name of await keptEntries(place)) {
      await cp(path.join(config.dataDir, name), path.join(unfinished, name), KEPT)
      signal.throwIfAborted()
    }
    const files: BackupFile[] = []
    const names = await filesIn(unfinished)
    for (const name of names) {
      progress(DATABASE_SHARE + ((1 - DATABASE_SHARE) * files.length) / names.length)
      files.push(await describeFile(unfinished, name, { evenly: true, signal }))
    }
    const manifest: BackupManifest = { format: BACKUP_FORMAT, created, schema, damage, files }
    await writeFile(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
    await syncTree(unfinished)
    signal.throwIfAborted()
    const name = `${created.slice(0, 19).replaceAll(':', '-')}Z-${jobId}`
    await rm(path.join(folder, name), { recursive: true, force: true })
    await rename(unfinished, path.join(folder, name))
    await syncToDisk(folder)
    return { name, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files: files.length, damage }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * What a link leads to is copied: a key may be linked to where an operator keeps secrets, and a link is worth nothing on another machine. What is
 * neither file nor folder, such as a socket or a link that leads nowhere, does not keep the rest from being copied.
 */
const KEPT: CopyOptions = {
  recursive: true,
  dereference: true,
  filter: async (from) => {
    const found = await unlessMissing(stat(from))
    return found !== undefined && (found.isFile() || found.isDirectory())
  },
}

async function requireRoom({ databaseFile }: FilePlace, folder: string): Promise<void> {
  const { size } = await stat(databaseFile)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size * 1.1 + SPARE_BYTES) throw new AppError(507, 'storage_low')
}
