import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { importFile } from './import-file.ts'
import { type ImportRow, selectUploaded } from './import-queries.ts'

type Uploaded = Pick<ImportRow, 'account_id' | 'name' | 'bytes'>

/**
 * Returns what an account uploaded with the same name and bytes within the hour, if nothing was done with it yet: a browser whose
 * connection breaks before the answer sends the file again by itself.
 */
export async function findSameUpload(
  { config, database: { db }, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  file: string,
  uploaded: Uploaded,
): Promise<ImportRow | undefined> {
  const newest = await selectUploaded(db, uploaded, clock.now() - HOUR_MS)
  if (!newest) return undefined
  const known = await unlessMissing(sumOf(importFile(config, newest.id)))
  return known !== undefined && known === (await sumOf(file)) ? newest : undefined
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
