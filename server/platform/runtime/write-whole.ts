import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Flushes a file, or the names in a folder, to disk. */
export async function syncToDisk(name: string): Promise<void> {
  const handle = await open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file either completely or not at all, whatever happens; it is on disk when this resolves. */
export async function writeWhole(file: string, content: string | Uint8Array, { mode = 0o666 } = {}): Promise<void> {
  const unfinished = `${file}.new`
  try {
    await writeFile(unfinished, content, { mode, flush: true })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncToDisk(path.dirname(file))
}
