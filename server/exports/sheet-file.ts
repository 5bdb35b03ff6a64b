import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { headingsOf } from './export-file-text.ts'
import type { ExportReading } from './read-export.ts'
import type { ExportStyle } from './read-export-part.ts'
import { rowText, sheetFormat, textCell } from './sheet-text.ts'
import {
  contentTypes,
  packageRelations,
  sheetBegin,
  sheetEnd,
  sheetStyles,
  workbook,
  workbookRelations,
} from './workbook-text.ts'

/** What a spreadsheet takes. */
const ROWS_MAXIMUM = 1_048_576
const NAME_MAXIMUM = 31
/** A fifth larger than by the default of 6, for less than half of the processor's time. */
const COMPRESSION = 3
/** Excel calls a workbook damaged where a sheet has its own name for something else. */
const RESERVED_NAMES = ['history']

/**
 * A workbook with a sheet for each scale, or more where one does not hold its rows. Sheets are made and packed while they are
 * read; what names them all comes last, which a package allows.
 */
export function sheetFile(
  reading: ExportReading,
  style: ExportStyle,
  nowMs: number,
  rowsMaximum = ROWS_MAXIMUM,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const options = { mtime: new Date(nowMs), compressionLevel: COMPRESSION }
  const heading = rowText(headingsOf(style).map((text) => textCell(text, sheetFormat.heading)))
  const names: string[] = []

  async function addSheet(name: string, rows: AsyncGenerator<string>): Promise<void> {
    names.push(name)
    const sheet = Readable.from(rows)
    sheet.once('error', (error) => output.destroy(error))
    zip.addReadStream(sheet, `xl/worksheets/sheet${names.length}.xml`, options)
    await finished(sheet, { writable: false })
  }

  async function write(): Promise<void> {
    for (const { name, texts } of reading.series) {
      const rows = createPages(texts(), rowsMaximum - 1)
      do await addSheet(sheetName(name, names), sheetText(heading, rows.page()))
      while (await rows.hasMore())
    }
    const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, options)
    add('xl/styles.xml', sheetStyles)
    add('xl/workbook.xml', workbook(names))
    add('xl/_rels/workbook.xml.rels', workbookRelations(names.length))
    add('_rels/.rels', packageRelations)
    add('[Content_Types].xml', contentTypes(names.length))
    zip.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}

async function* sheetText(heading: string, rows: AsyncGenerator<string>): AsyncGenerator<string> {
  yield sheetBegin + heading
  yield* rows
  yield sheetEnd
}

/** Deals out rows, `</row>` by `</row>`, on pages of a limited length. */
function createPages(texts: AsyncGenerator<string>, rowsMaximum: number) {
  const END = '</row>'
  let left = ''
  async function fill(): Promise<boolean> {
    while (left === '') {
      const next = await texts.next()
      if (next.done) return false
      left = next.value
    }
    return true
  }
  return {
    hasMore: fill,
    async *page(): AsyncGenerator<string> {
      for (let room = rowsMaximum; room > 0 && (await fill()); ) {
        let end = 0
        for (; room > 0 && end < left.length; room--) end = left.indexOf(END, end) + END.length
        yield left.slice(0, end)
        left = left.slice(end)
      }
    },
  }
}

/** A name that a workbook takes and that no other sheet has. */
export function sheetName(wanted: string, taken: readonly string[]): string {
  const plain =
    wanted
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Hive'
  const isTaken = (name: string) =>
    [...RESERVED_NAMES, ...taken].some((other) => other.toLowerCase() === name.toLowerCase())
  const first = cut(plain, NAME_MAXIMUM)
  for (let count = 2, name = first; ; count++) {
    if (!isTaken(name)) return name
    const suffix = ` (${count})`
    name = cut(plain, NAME_MAXIMUM - suffix.length) + suffix
  }
}

/** Counted as spreadsheets do, without cutting a character in two, or before one that ends no name. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/'+$/, '')
