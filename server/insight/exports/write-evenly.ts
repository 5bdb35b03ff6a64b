import { open } from 'node:fs/promises'

const SYNCED_BYTES = 512 * 1024

/**
 * Writes pieces to a new file and brings them to the disk as it goes: what a transmitter sends meanwhile is synced behind at most
 * half a megabyte, never behind a whole file. Throws the signal's reason.
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
