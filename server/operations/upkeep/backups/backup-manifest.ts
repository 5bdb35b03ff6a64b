import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { syncToDisk } from '../../../platform/runtime/write-whole.ts'

export const BACKUP_FORMAT = 1

const relativePath = v.pipe(
  v.string(),
  v.check((name) => path.normalize(name) === name && !path.isAbsolute(name) && !name.startsWith('..')),
)

/**
 * The contents of a backup. `schema`: the newest migration of its database; `damage`: what is damaged in the database, in words, empty in
 * manifests written before this field existed; `path` relative to the backup.
 */
export const BackupManifest = v.object({
  format: v.literal(BACKUP_FORMAT),
  created: v.pipe(v.string(), v.isoTimestamp()),
  schema: v.string(),
  damage: v.optional(v.array(v.string()), []),
  files: v.array(
    v.object({ path: relativePath, bytes: v.number(), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  ),
})
export type BackupManifest = v.InferOutput<typeof BackupManifest>
export type BackupFile = BackupManifest['files'][number]

/** The files below a folder, as relative paths, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** Length and SHA-256 of a file of a backup. With `evenly` it pauses for as long as it reads, since others use the disk too. */
export async function describeFile(
  folder: string,
  name: string,
  { evenly, signal }: { evenly?: boolean; signal?: AbortSignal } = {},
): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  let since = performance.now()
  for await (const chunk of createReadStream(path.join(folder, name), { highWaterMark: 1 << 20 })) {
    signal?.throwIfAborted()
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (!evenly) continue
    await pause(performance.now() - since)
    since = performance.now()
  }
  return { path: name, bytes, sha256: hash.digest('hex') }
}

/** Flushes a folder with everything below it to disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(name)
    else if (entry.isFile()) await syncToDisk(name)
  }
  await syncToDisk(folder)
}
