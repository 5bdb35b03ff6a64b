import { open } from 'node:fs/promises'

const SYNCED_BYTES = 512 * 1024

/**
 * Writes pieces to a new file and syncs it as it goes: a transmitter's data then waits behind at
 * most half a megabyte to be synced, never behind a whole file. Throws the signal's reason.
 */
export async function writeEvenly(
  file: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(file, 'wx')
  let unsynced = 0
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      await handle.writeFile(piece)
      unsynced += piece.length
      if (unsynced < SYNCED_BYTES) continue
      await handle.datasync()
      unsynced = 0
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}
