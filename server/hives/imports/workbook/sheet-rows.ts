import { IMPORT_COLUMNS_MAXIMUM } from '#domain/hives/import.ts'
import { writeNumber } from './number-format.ts'
import { type OpenText, readWorkbook, type Workbook, withMore } from './read-workbook.ts'
import { attributeOf, type Tag, tagsIn } from './xml-tags.ts'

export const ROWS_MAXIMUM = 1_048_576
/** Of more rows than this that a sheet leaves out at a time, as before a stray cell in its last one, the rest does not count as lines. */
export const LEFT_OUT_MAXIMUM = 1000

/** Some rows of a sheet that is not hidden; `at` counts these sheets from 0. */
export type SheetRows = { at: number; name: string; rows: string[][] }

/** Yields the rows of all sheets, one sheet after the other, some rows at a time; of sheets that are not read, none. */
export type SheetReader = (isRead: (at: number) => boolean) => AsyncGenerator<SheetRows>

/** Opens the sheets of a workbook (.xlsx). Throws `UnreadableWorkbook`. */
export async function openSheets(open: OpenText): Promise<SheetReader> {
  const workbook = await readWorkbook(open)
  return (isRead) => workbookRows(open, workbook, isRead)
}

async function* workbookRows(
  open: OpenText,
  workbook: Workbook,
  isRead: (at: number) => boolean,
): AsyncGenerator<SheetRows> {
  for (const [at, { name, path }] of workbook.sheets.entries()) {
    yield { at, name, rows: [] }
    if (!isRead(at)) continue
    for await (const rows of sheetRows(open, workbook, path)) {
      yield { at, name, rows }
      if (!isRead(at)) break
    }
  }
}

/** Yields the texts of a sheet, some rows at a time and each as wide as those before; rows that the sheet leaves out are empty. */
async function* sheetRows(open: OpenText, workbook: Workbook, path: string): AsyncGenerator<string[][]> {
  const text = open(path)
  if (!text) return
  const rows = createRows(workbook)
  for await (const tags of tagsIn(text)) {
    for (const tag of tags) rows.read(tag)
    yield rows.take()
  }
}

/** Builds the rows of a sheet from its tags; `take` returns those since it was last called. */
function createRows(workbook: Workbook) {
  let rows: string[][] = []
  let rowsDone = 0
  let width = 0
  let rowAt = 0
  let row: string[] = []
  let column = -1
  let cell = { type: 'n', style: 0, value: '' }

  function endRow(): void {
    if (!(rowAt > rowsDone && rowAt <= ROWS_MAXIMUM)) return
    width = Math.max(width, row.length)
    const leftOut = Math.min(rowAt - 1 - rowsDone, LEFT_OUT_MAXIMUM)
    for (let i = 0; i < leftOut; i++) rows.push([])
    rows.push(Array.from({ length: width }, (_, at) => row[at] ?? ''))
    rowsDone = rowAt
  }

  return {
    read(tag: Tag): void {
      const { name, isClosing } = tag
      const isEnding = isClosing || tag.isEmpty
      if (name === 'row') {
        if (!isClosing) {
          rowAt = Number(attributeOf(tag, 'r') ?? rowAt + 1)
          row = []
          column = -1
        }
        if (isEnding) endRow()
      } else if (name === 'c') {
        if (!isClosing) {
          column = columnOf(attributeOf(tag, 'r')) ?? column + 1
          cell = { type: attributeOf(tag, 't') ?? 'n', style: Number(attributeOf(tag, 's') ?? 0), value: '' }
        }
        if (isEnding && column < IMPORT_COLUMNS_MAXIMUM) row[column] = textOf(cell, workbook)
      } else if ((name === 'v' || name === 't') && isClosing) cell.value = withMore(cell.value, tag)
    },
    take(): string[][] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** The column in a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : undefined
}

function textOf(
  { type, style, value }: { type: string; style: number; value: string },
  { strings, kinds, is1904 }: Workbook,
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type !== 'n' || value === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? writeNumber(number, kinds[style] ?? 'number', is1904) : value
}
