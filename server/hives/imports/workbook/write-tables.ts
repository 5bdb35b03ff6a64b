import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_MAXIMUM_BYTES, LISTED_NAMES, OPEN_WORKBOOK_TYPE } from '#domain/hives/import.ts'
import { documentRows } from './document-rows.ts'
import type { OpenText } from './read-workbook.ts'
import { openSheets, type SheetReader } from './sheet-rows.ts'
import { UnreadableWorkbook } from './unreadable-workbook.ts'
import { openZip } from './zip-entries.ts'

/** Enough for all the rows that a sheet can have; several times the text that they become. */
const UNPACKED_MAXIMUM_BYTES = 256 * 1024 * 1024
/**
 * A table takes more bytes in a workbook than as text. Only cells that all refer to the same long text, or rows below a very wide one, turn few bytes
 * into many; up to the first number of bytes, that does no harm.
 */
const SLACK_BYTES = 1024 * 1024
const TEXT_TIMES = 6
/** A table has at least this many rows of two cells. */
const ROWS_MINIMUM = 2
const TITLES_MAXIMUM = 200
const SEPARATOR = ';'

/** Whether a file begins like a zip file, which workbooks are. */
export const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004'

/**
 * Writes the first sheet of a workbook (.xlsx, .ods) that has a table to `to` as text, with the rows of all sheets that have the same names
 * of columns; then their own names stand in a first column below `heading`. Returns its size, and the names of these sheets unless that is
 * all. Throws `UnreadableWorkbook`.
 */
export async function writeTables(
  file: string,
  to: string,
  heading: string,
  unpackedMaximumBytes = UNPACKED_MAXIMUM_BYTES,
): Promise<{ bytes: number; sheets: string[] }> {
  const { open, unpackedBytes } = await openZip(file, unpackedMaximumBytes)
  const readSheets = await sheetReader(open)
  const sheets = await findTables(readSheets)
  const first = sheets.find(({ head }) => head !== undefined)
  if (!first) throw new UnreadableWorkbook('broken')
  const isTable = (sheet: Sheet | undefined) => sheet?.head === first.head
  const tables = sheets.filter(isTable)
  const linesOf = lineWriter(first, tables.length > 1 ? heading : undefined)
  let bytes = 0
  async function* text() {
    for await (const { at, rows } of readSheets((at) => isTable(sheets[at]))) {
      const sheet = sheets[at]
      if (!sheet || !isTable(sheet)) continue
      const most = Math.min(IMPORT_MAXIMUM_BYTES, SLACK_BYTES + TEXT_TIMES * unpackedBytes())
      let piece = ''
      for (const line of linesOf(sheet, rows)) {
        piece += line
        if (bytes + piece.length > most) throw new UnreadableWorkbook('too large')
      }
      const written = Buffer.from(piece)
      bytes += written.byteLength
      if (bytes > most) throw new UnreadableWorkbook('too large')
      if (written.byteLength > 0) yield written
    }
  }
  await pipeline(Readable.from(text()), createWriteStream(to))
  return { bytes, sheets: tables.length < sheets.length ? tables.map(({ name }) => name) : [] }
}

/** `head`: the names of its columns; undefined if it has no table. */
type Sheet = { name: string; head: string | undefined }

async function sheetReader(open: OpenText): Promise<SheetReader> {
  let type = ''
  for await (const piece of open('mimetype') ?? []) type += piece.slice(0, OPEN_WORKBOOK_TYPE.length)
  if (!type.startsWith(OPEN_WORKBOOK_TYPE)) return openSheets(open)
  return (isRead) => documentRows(open('content.xml') ?? noText(), isRead)
}

async function* noText(): AsyncGenerator<string> {}

/** Finds the names of the columns of each sheet: its first row of two cells, if another one follows. */
async function findTables(readSheets: SheetReader): Promise<Sheet[]> {
  const sheets: (Sheet & { found: string[]; rowsRead: number })[] = []
  const isOpen = (at: number) =>
    at < LISTED_NAMES && (sheets[at]?.found.length ?? 0) < ROWS_MINIMUM && (sheets[at]?.rowsRead ?? 0) <= TITLES_MAXIMUM
  for await (const { at, name, rows } of readSheets(isOpen)) {
    const sheet = sheets[at] ?? { name, head: undefined, found: [], rowsRead: 0 }
    sheets[at] = sheet
    if (!isOpen(at)) continue
    for (const cells of rows) {
      if (sheet.found.length >= ROWS_MINIMUM) break
      if (cells.filter((cell) => cell !== '').length > 1) sheet.found.push(keyOf(cells))
    }
    sheet.rowsRead += rows.length
    if (sheet.found.length >= ROWS_MINIMUM) sheet.head = sheet.found[0]
  }
  return sheets
}

/**
 * Returns what writes the rows of sheets that have the columns of `first`, one sheet after the other: what stands above the names of the
 * columns, and these, once. With a `heading` the name of the sheet stands in a first column.
 */
function lineWriter(first: Sheet, heading: string | undefined) {
  let below: Sheet | undefined
  return function* (sheet: Sheet, rows: string[][]): Generator<string> {
    for (const cells of rows) {
      const isBelow = below === sheet
      const isHead = !isBelow && keyOf(cells) === first.head
      if (isHead) below = sheet
      if (sheet !== first && (!isBelow || cells.length === 0)) continue
      const isNamed = heading !== undefined && cells.length > 0
      const line = isNamed ? [isHead ? heading : isBelow ? sheet.name : '', ...cells] : cells
      yield `${line.map(quoted).join(SEPARATOR)}\n`
    }
  }
}

const keyOf = (cells: readonly string[]): string =>
  JSON.stringify(cells.map((cell) => cell.trim())).replace(/(,"")+]$/, ']')

function quoted(cell: string): string {
  const line = cell.replace(/[\r\n]+/g, ' ')
  return line.includes(SEPARATOR) || line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}
