import { separatorSaidIn, splitCsvRow } from '#domain/platform/csv-row.ts'
import { encodingOf, type TextEncoding } from '#domain/platform/text-encoding.ts'
import { createBlockReader } from './table-blocks.ts'

const FIRST_LINES_SHOWN = 20
const LATER_LINES_SHOWN = 10
const CELL_LINES_MAXIMUM = 5
const CELL_BEGUN = /(^|[;,\t|]) *"/
const LINE_MAXIMUM_CHARACTERS = 2000
/** How a file of InfluxDB begins. */
const SEVERAL_TABLES = /^(?:#(?:datatype|group|default)(?=.)|(?=.result.table))([,;\t|])/
/** Pages and data of programs are text, but no table. */
const noTable = /^(<[!?a-z]|(\[\s*)?\{)/i
/** Tabs and line breaks are the only control characters allowed in a text table. */
const notInText = /(?![\t\n\r])\p{Cc}(?<![\u0080-\u009f])/u

export type DetectedText = { encoding: TextEncoding; lines: string[] }

/**
 * Returns the encoding of a file, its first lines, except one that declares the separator, and some of the later ones: dates that begin
 * with the first days of a month do not tell their order. Undefined if it is not a table. `isWhole`: the bytes are the whole file.
 */
export function detectText(bytes: Uint8Array, isWhole: boolean): DetectedText | undefined {
  const encoding = encodingOf(bytes, isWhole)
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  if (notInText.test(text) || noTable.test(text.trimStart())) return undefined
  const lines = text.split(/\r\n|\n|\r/)
  if (!isWhole && lines.length > 1) lines.pop()
  if (separatorSaidIn(lines[0] ?? '')) lines.shift()
  const rows = rowsOf(lines).filter((row) => row.trim() !== '')
  const shown = firstAndSome(inColumns(rows))
  return { encoding, lines: shown.map((row) => row.slice(0, LINE_MAXIMUM_CHARACTERS)) }
}

/** Joins lines that a quoted cell holds, as in headings of spreadsheets; a quotation mark that is never closed joins nothing. */
function rowsOf(lines: readonly string[]): string[] {
  const rows: string[] = []
  const isClosed = (row: string) => row.split('"').length % 2 === 1
  for (let at = 0; at < lines.length; ) {
    const ends = CELL_BEGUN.test(lines[at]!) ? Array.from({ length: CELL_LINES_MAXIMUM }, (_, i) => at + 1 + i) : []
    const end = ends.find((end) => isClosed(lines.slice(at, end).join(''))) ?? at + 1
    rows.push(lines.slice(at, end).join('\n'))
    at = end
  }
  return rows
}

/** Puts the rows of further tables into the columns of the first. */
function inColumns(rows: readonly string[]): readonly string[] {
  const [, separator] = SEVERAL_TABLES.exec(rows[0] ?? '') ?? []
  if (!separator) return rows
  const read = createBlockReader()
  const written = (cell: string) =>
    cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.flatMap((row) => {
    const before = splitCsvRow(row, separator)
    const cells = read(before)
    return cells === before ? row : (cells?.map(written).join(separator) ?? [])
  })
}

function firstAndSome(rows: readonly string[]): string[] {
  const later = rows.slice(FIRST_LINES_SHOWN)
  const step = Math.max(1, later.length / LATER_LINES_SHOWN)
  const some = Array.from({ length: LATER_LINES_SHOWN }, (_, i) => later[Math.ceil((i + 1) * step) - 1])
  return [...rows.slice(0, FIRST_LINES_SHOWN), ...some.filter((row) => row !== undefined)]
}
