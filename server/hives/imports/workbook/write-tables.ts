import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_MAXIMUM_BYTES, LISTED_NAMES } from '#domain/hives/import.ts'
import { type OpenText, readWorkbook, type Workbook } from './read-workbook.ts'
import { sheetRows } from './sheet-rows.ts'
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
 * Writes the first sheet of a workbook (.xlsx) that has a table to `to` as text, with the rows of all sheets that have the same names of
 * columns; then their own names stand in a first column below `heading`. Returns its size, and the names of these sheets unless that is
 * all. Throws `UnreadableWorkbook`.
 */
export async function writeTables(
  file: string,
  to: string,
  heading: string,
  unpackedMaximumBytes = UNPACKED_MAXIMUM_BYTES,
): Promise<{ bytes: number; sheets: string[] }> {
  const { open, unpackedBytes } = await openZip(file, unpackedMaximumBytes)
  const workbook = await readWorkbook(open)
  const tables: { name: string; path: string; head: string }[] = []
  for (const sheet of workbook.sheets.slice(0, LISTED_NAMES)) {
    const head = await headOf(open, workbook, sheet.path)
    if (head !== undefined && head === (tables[0]?.head ?? head)) tables.push({ ...sheet, head })
  }
  if (tables.length === 0) throw new UnreadableWorkbook('broken')
  let bytes = 0
  async function* text() {
    for (const [at, { name, path, head }] of tables.entries()) {
      let isBelow = false
      for await (const rows of sheetRows(open, workbook, path)) {
        let piece = ''
        for (const cells of rows) {
          const isHead: boolean = !isBelow && keyOf(cells) === head
          if (at === 0 || (isBelow && cells.length > 0)) {
            const first = isHead ? heading : isBelow ? name : ''
            const line = tables.length > 1 && cells.length > 0 ? [first, ...cells] : cells
            piece += `${line.map(quoted).join(SEPARATOR)}\n`
          }
          isBelow ||= isHead
        }
        const written = Buffer.from(piece)
        bytes += written.byteLength
        const most = Math.min(IMPORT_MAXIMUM_BYTES, SLACK_BYTES + TEXT_TIMES * unpackedBytes())
        if (bytes > most) throw new UnreadableWorkbook('too large')
        if (written.byteLength > 0) yield written
      }
    }
  }
  await pipeline(Readable.from(text()), createWriteStream(to))
  return { bytes, sheets: tables.length < workbook.sheets.length ? tables.map(({ name }) => name) : [] }
}

/** The names of the columns of a sheet: its first row of two cells; undefined if no table is below. */
async function headOf(open: OpenText, workbook: Workbook, path: string): Promise<string | undefined> {
  const found: string[] = []
  let rowsRead = 0
  for await (const rows of sheetRows(open, workbook, path)) {
    for (const cells of rows) if (cells.filter((cell) => cell !== '').length > 1) found.push(keyOf(cells))
    if (found.length >= ROWS_MINIMUM) return found[0]
    rowsRead += rows.length
    if (rowsRead > TITLES_MAXIMUM) return undefined
  }
  return undefined
}

const keyOf = (cells: readonly string[]): string =>
  JSON.stringify(cells.map((cell) => cell.trim())).replace(/(,"")+]$/, ']')

function quoted(cell: string): string {
  const line = cell.replace(/[\r\n]+/g, ' ')
  return line.includes(SEPARATOR) || line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}
