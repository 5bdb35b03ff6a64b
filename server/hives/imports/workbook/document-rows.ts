import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { writeNumber } from './number-format.ts'
import { joined, SHEETS_MAXIMUM, withMore } from './read-workbook.ts'
import { COLUMNS_MAXIMUM, LEFT_OUT_MAXIMUM, ROWS_MAXIMUM, type SheetRows } from './sheet-rows.ts'
import { attributeOf, type Tag, tagsIn } from './xml-tags.ts'

const STYLES_MAXIMUM = 100_000

/** A sheet that is not hidden. `depth`: how many tags are open around it. */
type Sheet = { name: string; depth: number; rowsDone: number; leftOut: number; width: number }
type Cell = { tag: Tag; depth: number; text: string; paragraphs: number }

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
  let row: string[] = []
  let rowTimes = 1
  let column = 0
  let cell: Cell | undefined
  let isInParagraph = false
  let rows: string[][] = []

  function endCell({ tag, text }: Pick<Cell, 'tag' | 'text'>): void {
    const end = column + timesOf(tag, 'number-columns-repeated')
    const value = writtenIn(tag, text)
    if (value !== '') for (; column < Math.min(end, COLUMNS_MAXIMUM); column++) row[column] = value
    column = end
  }

  function endRow(of: Sheet, times: number): void {
    if (row.length === 0) of.leftOut += times
    else {
      of.width = Math.max(of.width, row.length)
      const wide = Array.from({ length: of.width }, (_, i) => row[i] ?? '')
      const more = [...Array(Math.min(of.leftOut, LEFT_OUT_MAXIMUM)).fill([]), ...Array(times).fill(wide)]
      rows.push(...more.slice(0, ROWS_MAXIMUM - of.rowsDone))
      of.rowsDone += more.length
      of.leftOut = 0
    }
    row = []
    column = 0
  }

  function readInCell(of: Cell, tag: Tag, tagDepth: number): void {
    if (tagDepth === of.depth) {
      endCell(of)
      cell = undefined
    } else if (tagDepth === of.depth + 1 && tag.name === 'p') {
      if (tag.isClosing) of.text = withMore(of.text, tag)
      else if (of.paragraphs++ > 0) of.text = joined(of.text, ' ')
      isInParagraph = !tag.isClosing && !tag.isEmpty
    } else if (isInParagraph) {
      of.text = withMore(of.text, tag)
      if (!tag.isClosing && (tag.name === 's' || tag.name === 'tab' || tag.name === 'line-break')) {
        of.text = joined(of.text, ' ')
      }
    }
  }

  for await (const tags of tagsIn(text)) {
    for (const tag of tags) {
      const { name, isClosing, isEmpty } = tag
      const isEnding = isClosing || isEmpty
      const tagDepth = isClosing ? --depth : depth
      if (!isEnding) depth++
      hides.look(tag)
      if (cell) readInCell(cell, tag, tagDepth)
      else if (name === 'table') {
        if (sheet && isClosing && tagDepth === sheet.depth) {
          yield { at, name: sheet.name, rows }
          rows = []
          sheet = undefined
        } else if (!sheet && !isEnding && !hides.sheet(tag)) {
          if (++at >= SHEETS_MAXIMUM) return
          sheet = { name: attributeOf(tag, 'name') ?? '', depth: tagDepth, rowsDone: 0, leftOut: 0, width: 0 }
        }
      } else if (sheet && isRead(at) && (name === 'table-cell' || name === 'covered-table-cell') && !isClosing) {
        if (isEmpty) endCell({ tag, text: '' })
        else cell = { tag, depth: tagDepth, text: '', paragraphs: 0 }
      } else if (sheet && name === 'table-row') {
        if (!isClosing) rowTimes = timesOf(tag, 'number-rows-repeated')
        if (isEnding) endRow(sheet, rowTimes)
      }
    }
    if (!sheet) continue
    yield { at, name: sheet.name, rows }
    rows = []
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
