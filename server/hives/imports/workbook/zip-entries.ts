import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { UnreadableWorkbook } from './unreadable-workbook.ts'

const ENTRIES_MAXIMUM = 2000
const DIRECTORY_MAXIMUM_BYTES = 1024 * 1024
/** Without the comment that may follow it. */
const END_BYTES = 22
const COMMENT_MAXIMUM_BYTES = 65_535
const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

type Entry = { method: number; size: number; offset: number }

/**
 * Opens the texts in a zip file by their names, and tells how many bytes have been unpacked. Reads at most `bytesMaximum` in all, however much they
 * unpack to. Throws `UnreadableWorkbook`.
 */
export async function openZip(file: string, bytesMaximum: number) {
  const handle = await open(file)
  const entries = await readDirectory(handle).finally(() => handle.close())
  let bytes = 0

  async function* textOf({ method, size, offset }: Entry): AsyncGenerator<string> {
    const local = await bytesAt(file, offset, LOCAL_BYTES)
    const start = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
    if (size === 0) return
    const packed = createReadStream(file, { start, end: start + size - 1 })
    const unpacked = method === STORED ? packed : packed.pipe(createInflateRaw())
    packed.on('error', (error) => unpacked.destroy(error))
    const decoder = new TextDecoder()
    try {
      for await (const piece of unpacked as AsyncIterable<Buffer>) {
        bytes += piece.byteLength
        if (bytes > bytesMaximum) throw new UnreadableWorkbook('too large')
        yield decoder.decode(piece, { stream: true })
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
        throw new UnreadableWorkbook('broken', error)
      }
      throw error
    } finally {
      packed.destroy()
      unpacked.destroy()
    }
  }

  return {
    /** Undefined if there is none of this name. */
    open(name: string): AsyncGenerator<string> | undefined {
      const entry = entries.get(name.toLowerCase())
      return entry && textOf(entry)
    },
    unpackedBytes: () => bytes,
  }
}

async function bytesAt(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    return await read(handle, position, length)
  } finally {
    await handle.close()
  }
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new UnreadableWorkbook('broken')
  return buffer
}

async function readDirectory(handle: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await handle.stat()
  const length = Math.min(size, END_BYTES + COMMENT_MAXIMUM_BYTES)
  const tail = await read(handle, size - length, length)
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--
  if (end < 0) throw new UnreadableWorkbook('broken')
  const count = tail.readUInt16LE(end + 10)
  const directoryBytes = tail.readUInt32LE(end + 12)
  if (count > ENTRIES_MAXIMUM || directoryBytes > DIRECTORY_MAXIMUM_BYTES) throw new UnreadableWorkbook('too large')
  const directory = await read(handle, tail.readUInt32LE(end + 16), directoryBytes)
  const entries = new Map<string, Entry>()
  for (let at = 0, i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) {
      throw new UnreadableWorkbook('broken')
    }
    const method = directory.readUInt16LE(at + 10)
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    const [nameBytes, ...others] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    const name = directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes!)
    const entry = { method, size: directory.readUInt32LE(at + 20), offset: directory.readUInt32LE(at + 42) }
    if (!isEncrypted && (method === STORED || method === DEFLATED)) entries.set(name.toLowerCase(), entry)
    at += ENTRY_BYTES + nameBytes! + others[0]! + others[1]!
  }
  return entries
}
