import { readFile, stat } from 'node:fs/promises'
import { StartError, toStartError } from './start-error.ts'
import { unlessMissing } from './unless-missing.ts'

/** The text of a file that the server keeps for itself, such as its key. Undefined if there is none yet. Throws StartError if it cannot be read. */
export async function readKeptFile(file: string): Promise<string | undefined> {
  try {
    const found = await unlessMissing(stat(file))
    // reading a pipe would wait for whoever writes to it
    if (found?.isFIFO())
      throw new StartError(`${file} is a pipe where a file should be: put the file there, or remove it`)
    return await unlessMissing(readFile(file, 'utf8'))
  } catch (error) {
    throw toStartError(error, file) ?? error
  }
}
