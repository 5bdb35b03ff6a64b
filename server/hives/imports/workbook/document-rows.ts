import { IMPORT_COLUMNS_MAXIMUM } from '#domain/hives/import.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { writeNumber } from './number-format.ts'
import { joined, SHEETS_MAXIMUM, withMore } from './read-workbook.ts'
import { LEFT_OUT_MAXIMUM, ROWS_MAXIMUM, type SheetRows } from './sheet-rows.ts'
import { attributeOf, type Tag, tagsIn } from './xml-tags.ts'

const STYLES_MAXIMUM = 100_000

/**
 * Yields the texts of the sheets of a workbook (.ods) that are not hidden, some rows at a time and each as wide as those before; of sheets
 * that are not read, none.
 * Source: https://docs.oasis-open.org/office/OpenDocument/v1.3/os/part3-schema/OpenDocument-v1.3-os-part3-schema.html
 */
export async function* documentRows(
  text: AsyncIterable<string>,
  isRead: (at: number) => boolean,
): AsyncGenerator<SheetRows> {
  const hides = createHidingStyles()
  let depth = 0
  let at = -1
  let sheet: Sheet | undefined

  for await (const tags of tagsIn(text)) {
    for (const tag of tags) {
      const isEnding = tag.isClosing || tag.isEmpty
      const tagDepth = tag.isClosing ? --depth : depth
      if (!isEnding) depth++
      hides.look(tag)
      if (sheet && tag.name === 'table' && tag.isClosing && tagDepth === sheet.depth) {
        yield { at, name: sheet.name, rows: sheet.rows.take() }
        sheet = undefined
      } else if (sheet) {
        if (isRead(at)) readInSheet(sheet, tag, tagDepth)
      } else if (tag.name === 'table' && !isEnding && !hides.sheet(tag)) {
        if (++at >= SHEETS_MAXIMUM) return
        sheet = { name: attributeOf(tag, 'name') ?? '', depth: tagDepth, rows: createRows() }
      }
    }
    if (sheet) yield { at, name: sheet.name, rows: sheet.rows.take() }
  }
}

/** A sheet that is not hidden. `depth`: how many tags are open around it, or around the cell that is being read. */
type Sheet = { name: string; depth: number; rows: ReturnType<typeof createRows>; cell?: Cell | undefined }
type Cell = { tag: Tag; depth: number; text: string; paragraphs: number; isInParagraph: boolean }

/** Reads one tag in a sheet. What is deeper than a cell is part of it, even another table. */
function readInSheet(sheet: Sheet, tag: Tag, tagDepth: number): void {
  const { name, isClosing, isEmpty } = tag
  const { rows, cell } = sheet
  if (cell && tagDepth > cell.depth) readInCell(cell, tag, tagDepth)
  else if (cell) {
    rows.addCell(cell.tag, cell.text)
    sheet.cell = undefined
  } else if (name === 'table-row') {
    if (!isClosing) rows.begin(timesOf(tag, 'number-rows-repeated'))
    if (isClosing || isEmpty) rows.end()
  } else if ((name === 'table-cell' || name === 'covered-table-cell') && !isClosing) {
    if (isEmpty) rows.addCell(tag, '')
    else sheet.cell = { tag, depth: tagDepth, text: '', paragraphs: 0, isInParagraph: false }
  }
}

/** Builds the rows of a sheet from its cells; `take` returns those since it was last called. */
function createRows() {
  let rows: string[][] = []
  let row: string[] = []
  let column = 0
  let rowsDone = 0
  let leftOut = 0
  let width = 0
  let times = 1
  return {
    begin(rowTimes: number): void {
      times = rowTimes
    },
    addCell(tag: Tag, text: string): void {
      const end = column + timesOf(tag, 'number-columns-repeated')
      const value = writtenIn(tag, text)
      if (value !== '') for (; column < Math.min(end, IMPORT_COLUMNS_MAXIMUM); column++) row[column] = value
      column = end
    },
    end(): void {
      if (row.length === 0) leftOut += times
      else {
        width = Math.max(width, row.length)
        const wide = Array.from({ length: width }, (_, i) => row[i] ?? '')
        const more = [...Array(Math.min(leftOut, LEFT_OUT_MAXIMUM)).fill([]), ...Array(times).fill(wide)]
        rows.push(...more.slice(0, ROWS_MAXIMUM - rowsDone))
        rowsDone += more.length
        leftOut = 0
      }
      row = []
      column = 0
    },
    take(): string[][] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** Collects the text of a cell's paragraphs, with spaces between them. */
function readInCell(cell: Cell, tag: Tag, tagDepth: number): void {
  const { name, isClosing, isEmpty } = tag
  if (tagDepth === cell.depth + 1 && name === 'p') {
    if (isClosing) cell.text = withMore(cell.text, tag)
    else if (cell.paragraphs++ > 0) cell.text = joined(cell.text, ' ')
    cell.isInParagraph = !isClosing && !isEmpty
  } else if (cell.isInParagraph) {
    cell.text = withMore(cell.text, tag)
    if (!isClosing && (name === 's' || name === 'tab' || name === 'line-break')) cell.text = joined(cell.text, ' ')
  }
}

/** How often a row or cell stands there; a line that is the same as the one before says nothing new. */
const timesOf = (tag: Tag, name: string): number =>
  Math.min(LEFT_OUT_MAXIMUM, Math.max(1, Number(attributeOf(tag, name)) || 1))

/** Sheets are hidden by the style that they refer to. */
function createHidingStyles() {
  const hiding = new Set<string>()
  let style = ''
  return {
    look(tag: Tag): void {
      if (tag.name === 'style') style = attributeOf(tag, 'name') ?? ''
      else if (tag.name === 'table-properties' && attributeOf(tag, 'display') === 'false') {
        if (hiding.size < STYLES_MAXIMUM) hiding.add(style)
      }
    },
    sheet: (tag: Tag): boolean => hiding.has(attributeOf(tag, 'style-name') ?? ''),
  }
}

/** What a cell holds, not how it is shown: a shown time may lack its seconds. */
function writtenIn(tag: Tag, text: string): string {
  const type = attributeOf(tag, 'value-type')
  if (/\scalcext:value-type=["']error/.test(tag.written)) return ''
  if (type === 'date') return dayIn(attributeOf(tag, 'date-value') ?? '') ?? text
  if (type === 'time') return clockIn(attributeOf(tag, 'time-value') ?? '') ?? text
  if (type !== 'float' && type !== 'currency' && type !== 'percentage') return text
  const value = Number(attributeOf(tag, 'value') || Number.NaN)
  if (!Number.isFinite(value)) return text
  return writeNumber(value, type === 'percentage' ? 'percent' : 'number', false)
}

function dayIn(written: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return written
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/.test(written)) return undefined
  const ms = Date.parse(`${written}Z`)
  // minutes that were calculated are some millionths of a second off
  return Number.isNaN(ms)
    ? undefined
    : new Date(Math.round(ms / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function clockIn(written: string): string | undefined {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(written) ?? []
  if (seconds === undefined) return undefined
  const time = 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds.replace(',', '.'))
  return Math.round(time) < DAY_SECONDS ? writeNumber(time / DAY_SECONDS, 'clock', false) : undefined
}
