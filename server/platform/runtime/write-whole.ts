import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Brings a file, or the names in a folder, to the disk. */
export async function syncToDisk(name: string): Promise<void> {
  const handle = await open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file that is there whole, or not at all, whatever happens meanwhile; it is on the disk when this resolves. */
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
