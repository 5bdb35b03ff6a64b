import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import { migrationNames } from '../../../platform/db/migration-files.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import { DATABASE_COPY, MANIFEST } from '../data-folder/data-folder.ts'
import { BackupManifest, describeFile, filesIn } from './backup-manifest.ts'

/** Why a backup cannot be restored, in words for the operator of the server. */
export class RestoreError extends Error {}

const Written = v.pipe(v.string(), v.parseJson(), BackupManifest)

/**
 * Reads the manifest of a backup and checks its files. Throws `RestoreError` if a file is missing, differs from what was written, or does not
 * belong there, and if the backup comes from a newer HiveWatch than this.
 */
export async function verifyBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((cause: Error) => {
    throw new RestoreError(`${folder} is not a backup: ${cause.message}`, { cause })
  })
  const manifest = v.safeParse(Written, text)
  if (!manifest.success) throw new RestoreError(`${MANIFEST} in ${folder} cannot be read: the backup is damaged`)
  const { schema, files } = manifest.output
  requireKnownSchema(schema)
  for (const file of files) {
    const found = await unlessMissing(describeFile(folder, file.path))
    if (!found) throw new RestoreError(`${file.path} is missing from ${folder}: the backup is damaged`)
    if (found.sha256 !== file.sha256)
      throw new RestoreError(`${file.path} in ${folder} was changed since it was written`)
  }
  const listed = new Set([MANIFEST, ...files.map((file) => file.path)])
  const foreign = (await filesIn(folder)).find((name) => !listed.has(name))
  if (foreign) throw new RestoreError(`${foreign} in ${folder} does not belong to the backup: remove it`)
  if (!listed.has(DATABASE_COPY)) throw new RestoreError(`${folder} holds no database: the backup is damaged`)
  return manifest.output
}

function requireKnownSchema(schema: string): void {
  if (migrationNames().includes(schema)) return
  throw new RestoreError(
    `the backup is from a newer HiveWatch (${schema}): install that version or a later one, then restore`,
  )
}

/** Throws `RestoreError` if the pages of a database are inconsistent. */
export function verifyDatabase(file: string): void {
  const said = readHealth(file)
  if (said !== 'ok') throw new RestoreError(`the database in the backup is damaged: ${said}`)
}

function readHealth(file: string): string {
  try {
    const sqlite = new Sqlite(file, { readonly: true })
    try {
      const broken = sqlite.pragma('foreign_key_check') as unknown[]
      if (broken.length > 0) return 'rows refer to others that do not exist'
      return String(sqlite.pragma('integrity_check(1)', { simple: true }))
    } finally {
      sqlite.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
