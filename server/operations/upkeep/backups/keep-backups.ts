import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import { backupFolder, MANIFEST } from '../data-folder/data-folder.ts'
import { BackupManifest } from './backup-manifest.ts'

const UNFINISHED_KEPT_MS = 24 * 3600_000

/** The names of the complete backups, oldest first. */
export async function listBackups(config: Pick<Deps['config'], 'dataDir'>): Promise<string[]> {
  const folder = backupFolder(config)
  const names = (await unlessMissing(readdir(folder))) ?? []
  return names.filter((name) => /^\d{4}-/.test(name) && existsSync(path.join(folder, name, MANIFEST))).sort()
}

/** Whether the database in a backup was undamaged, according to its manifest. */
export async function isWholeBackup(folder: string): Promise<boolean> {
  const text = await unlessMissing(readFile(path.join(folder, MANIFEST), 'utf8'))
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), BackupManifest), text)
  return manifest.success && manifest.output.damage.length === 0
}

/**
 * Deletes all but the newest backups, and those still unfinished after a day; backups of a damaged database displace none of an undamaged one.
 * Returns how many it deleted.
 */
export async function keepBackups({ config, clock }: Pick<Deps, 'config' | 'clock'>): Promise<number> {
  const folder = backupFolder(config)
  const names = await listBackups(config)
  const isWhole = await Promise.all(names.map((name) => isWholeBackup(path.join(folder, name))))
  const oldOf = (whole: boolean) => names.filter((_, i) => isWhole[i] === whole).slice(0, -config.backupsKept)
  const old = [...oldOf(true), ...oldOf(false)]
  for (const name of old) {
    // a partly deleted one must not look like a backup
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
