import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#domain/platform/durations.ts'
import { randomIds } from '../../runtime/ids.ts'
import { unlessMissing } from '../../runtime/unless-missing.ts'

/** The folder for them among the shared files, where nodes with other builds find them too. */
export const KEPT_ASSETS = 'app-assets'
/** Pages opened with an earlier build may still request its files. */
export const KEPT_DAYS = 42

/**
 * Copies the files of the build in `folder` to `kept`, where they remain available after a later build replaces them, and deletes those
 * that no build has contained for six weeks. Names contain a hash of the content, so an existing copy is up to date. `requireRoom` throws if
 * there is not enough room for this many bytes.
 */
export async function keepAssets(
  folder: string,
  kept: string,
  now: number,
  requireRoom: (bytes: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const names = (await unlessMissing(readdir(folder))) ?? []
  await mkdir(kept, { recursive: true })
  const there = new Set(await readdir(kept))
  const current = new Set(names)
  for (const name of there) {
    const file = path.join(kept, name)
    const { mtimeMs = now } = (await unlessMissing(stat(file))) ?? {}
    if (!current.has(name) && mtimeMs < now - KEPT_DAYS * DAY_MS) await rm(file, { force: true })
  }
  const seen = new Date(now)
  for (const name of names) {
    // hardly any current browser supports only gzip
    if (name.endsWith('.gz')) continue
    const copy = path.join(kept, name)
    if (!there.has(name)) {
      await requireRoom((await stat(path.join(folder, name))).size)
      // another node may be copying the same file
      const part = `${copy}.${randomIds.uuid()}.part`
      await copyFile(path.join(folder, name), part)
      await rename(part, copy)
    }
    await utimes(copy, seen, seen)
  }
}
