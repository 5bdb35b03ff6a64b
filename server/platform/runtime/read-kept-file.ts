import { readFile } from 'node:fs/promises'
import { toStartError } from './start-error.ts'
import { unlessMissing } from './unless-missing.ts'

/** The text of a file that the server keeps for itself, such as its key. Undefined if there is none yet. Throws StartError if it cannot be read. */
export async function readKeptFile(file: string): Promise<string | undefined> {
  try {
    return await unlessMissing(readFile(file, 'utf8'))
  } catch (error) {
    throw toStartError(error, file) ?? error
  }
}
