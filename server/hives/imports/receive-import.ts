import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { IMPORT_MAXIMUM_BYTES } from '#domain/hives/import.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { detectText } from './detect-text.ts'
import { findSameUpload } from './find-same-upload.ts'
import { importFile, importFolder } from './import-file.ts'
import { type ImportRow, insertImport } from './import-queries.ts'
import { sweepImports } from './sweep-imports.ts'
import { UnreadableWorkbook } from './workbook/unreadable-workbook.ts'
import { isZip, writeTables } from './workbook/write-tables.ts'

const LOOKED_AT_BYTES = 64 * 1024
const NAME_MAXIMUM = 120
/** How many times as long as a workbook its text usually is at most. */
const UNPACKED_TIMES = 20

type Receiving = Pick<Deps, 'loops' | 'config' | 'database' | 'clock' | 'ids' | 'disk'>

/**
 * Saves a file of any size up to the limit straight to disk, a workbook as the text of its tables, and detects its encoding and first
 * lines. If the same file was just uploaded, returns that import. Throws 413 `import_too_large`, 507 `storage_low`, 400 `import_empty`, `import_not_text`.
 */
export async function receiveImport(
  deps: Receiving,
  account: SignedIn,
  {
    name,
    body,
    announcedBytes,
    sheetHeading,
  }: { name: string; body: () => ReadableStream | null; announcedBytes: number; sheetHeading: string },
): Promise<ImportRow> {
  const { config, clock, ids } = deps
  // room for the file, and about as much again for what is stored from it
  await deps.disk.requireRoom(2 * announcedBytes)
  await mkdir(importFolder(config), { recursive: true })
  const part = path.join(importFolder(config), `${ids.uuid()}.part`)
  try {
    const stream = body()
    const sent = stream ? await save(stream, part) : 0
    if (sent === 0) throw new AppError(400, 'import_empty')
    const { bytes, sheets } = isZip(await beginningOf(part))
      ? await unpack(deps, part, { sent, sheetHeading })
      : { bytes: sent, sheets: [] }
    const text = detectText(await beginningOf(part), bytes <= LOOKED_AT_BYTES)
    if (!text) throw new AppError(400, 'import_not_text')
    if (text.lines.length === 0) throw new AppError(400, 'import_empty')
    const uploaded = {
      account_id: account.accountId,
      name:
        `${path.basename(name)}${sheets.length > 0 ? ` (${sheets.join(', ')})` : ''}`.slice(0, NAME_MAXIMUM) ||
        'import.csv',
      bytes,
    }
    const same = await findSameUpload(deps, part, uploaded)
    if (same) return same
    const row = await deps.database.db.transaction().execute(async (db) => {
      const inserted = await insertImport(db, {
        ...uploaded,
        encoding: text.encoding,
        lines: JSON.stringify(text.lines),
        status: 'uploaded',
        mapping: null,
        findings: null,
        problem: null,
        created_at: clock.now(),
        finished_at: null,
      })
      // before the end of the transaction: an end of the server in between leaves a file to sweep, and nothing listed without its file
      await rename(part, importFile(config, inserted.id))
      return inserted
    })
    await sweepImports(deps)
    return row
  } finally {
    await rm(part, { force: true })
  }
}

async function save(body: ReadableStream, file: string): Promise<number> {
  let bytes = 0
  const limited = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytes += piece.byteLength
      if (bytes > IMPORT_MAXIMUM_BYTES) throw new AppError(413, 'import_too_large')
      yield piece
    }
  }
  try {
    await pipeline(Readable.fromWeb(body), limited, createWriteStream(file))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError(507, 'storage_low') : error
  }
  return bytes
}

/** Replaces a workbook by the text of its tables. */
async function unpack(
  { disk }: Pick<Receiving, 'disk'>,
  part: string,
  { sent, sheetHeading }: { sent: number; sheetHeading: string },
) {
  const unpacked = `${part}.sheet`
  await disk.requireRoom(Math.min(IMPORT_MAXIMUM_BYTES, UNPACKED_TIMES * sent))
  try {
    const written = await writeTables(part, unpacked, sheetHeading)
    await rename(unpacked, part)
    return written
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new AppError(507, 'storage_low')
    if (!(error instanceof UnreadableWorkbook)) throw error
    throw error.reason === 'too large' ? new AppError(413, 'import_too_large') : new AppError(400, 'import_not_text')
  } finally {
    await rm(unpacked, { force: true })
  }
}

async function beginningOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
