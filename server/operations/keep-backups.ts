import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../http/deps.ts'
import { unlessMissing } from '../platform/unless-missing.ts'
import { backupFolder, MANIFEST } from './data-folder.ts'

const UNFINISHED_KEPT_MS = 24 * 3600_000

/** The names of the whole backups, oldest first. */
export async function listBackups(config: Pick<Deps['config'], 'dataDir'>): Promise<string[]> {
  const folder = backupFolder(config)
  const names = (await unlessMissing(readdir(folder))) ?? []
  return names.filter((name) => /^\d{4}-/.test(name) && existsSync(path.join(folder, name, MANIFEST))).sort()
}

/** Takes away all but the newest backups, and what a day ago was not finished. Says how many it took away. */
export async function keepBackups({ config, clock }: Pick<Deps, 'config' | 'clock'>): Promise<number> {
  const folder = backupFolder(config)
  const old = (await listBackups(config)).slice(0, -config.backupsKept)
  for (const name of old) {
    // what is half removed must not look like a backup
    await rename(path.join(folder, name), path.join(folder, `${name}.part`))
    await rm(path.join(folder, `${name}.part`), { recursive: true, force: true })
  }
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const changedAt = (await unlessMissing(stat(path.join(folder, name))))?.mtimeMs ?? clock.now()
    if (name.endsWith('.part') && changedAt < clock.now() - UNFINISHED_KEPT_MS)
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
  return old.length
}
