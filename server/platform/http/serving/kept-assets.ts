import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#domain/platform/durations.ts'
import { randomIds } from '../../runtime/ids.ts'
import { unlessMissing } from '../../runtime/unless-missing.ts'

/** Their folder in the folder of files, where nodes of other builds find them, too. */
export const KEPT_ASSETS = 'app-assets'
/** Pages that were opened with an earlier build may still ask for its files. */
export const KEPT_DAYS = 42

/**
 * Keeps the files of the build in `folder` in `kept`, where they are found when a later build has replaced them, and clears those
 * that no build had for six weeks. Their names bear the hash of their content: one that is there is as it was.
 */
export async function keepAssets(folder: string, kept: string, now: number): Promise<void> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  await mkdir(kept, { recursive: true })
  const there = new Set(await readdir(kept))
  const seen = new Date(now)
  for (const name of names) {
    // few browsers of today take gzip alone
    if (name.endsWith('.gz')) continue
    const copy = path.join(kept, name)
    if (!there.has(name)) {
      // another node may be at the same
      const part = `${copy}.${randomIds.uuid()}.part`
      await copyFile(path.join(folder, name), part)
      await rename(part, copy)
    }
    await utimes(copy, seen, seen)
  }
  const current = new Set(names)
  for (const name of there) {
    const file = path.join(kept, name)
    const { mtimeMs = now } = (await unlessMissing(stat(file))) ?? {}
    if (!current.has(name) && mtimeMs < now - KEPT_DAYS * DAY_MS) await rm(file, { force: true })
  }
}
