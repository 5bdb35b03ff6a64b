import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unlessMissing } from './platform/runtime/unless-missing.ts'

const builtApp = path.join(import.meta.dirname, '../dist')

/** The source revision that the app was built from. Undefined if there was no build, or the revision was unknown. */
export async function builtRevision(folder = builtApp): Promise<string | undefined> {
  const text = await unlessMissing(readFile(path.join(folder, 'revision.txt'), 'utf8'))
  return /^[\w.-]{1,80}$/.exec(text?.trim() ?? '')?.[0]
}
