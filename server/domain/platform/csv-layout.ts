import { guessQuantities, headingsOf, type Quantity } from './csv-heading.ts'
import { type Separator, separators, splitCsvRow } from './csv-row.ts'
import { type DateOrder, type DecimalMark, parseClock, parseDecimal, parseWrittenTime, splitUnit } from './csv-value.ts'
import { groupBy } from './group-by.ts'

const LOOKED_AT = 40
const MOST = 0.8
const HALF = 0.5

/**
 * The layout of a table of text. `timeColumn` is null if no column holds dates; `clockColumn` is set if the time of day has a column of its
 * own; `headings`: everything that stands above each column; `quantities`: what each seems to hold.
 */
export type CsvLayout = {
  separator: Separator
  hasHeader: boolean
  decimal: DecimalMark
  dateOrder: DateOrder
  timeColumn: number | null
  clockColumn: number | null
  headings: string[]
  quantities: (Quantity | null)[]
}

/** Guesses the layout from the first lines; a person or a parameter may override it, and `separator` may be given. */
export function guessLayout(lines: readonly string[], separator: Separator = guessSeparator(lines)): CsvLayout {
  const { head, body } = splitTable(lines.slice(0, 1 + LOOKED_AT), separator)
  const hasHeader = head.length > 0
  const width = Math.max(0, ...[...head, ...body].map((row) => row.length))
  const columns = Array.from({ length: width }, (_, i) => body.map((row) => row[i] ?? '').filter((cell) => cell !== ''))
  const decimal = guessDecimal(body.flat())
  const { timeColumn, dateOrder } = findTime(columns)
  const clockColumn = timeColumn === null ? null : findClock(columns, timeColumn, dateOrder)
  const isNumeric = columns.map(
    (cells, i) => i !== timeColumn && i !== clockColumn && holds(cells, (cell) => isMeasure(cell, decimal)),
  )
  const named = headingsOf(head, width)
  const guessed = { headings: named, quantities: guessQuantities(named, isNumeric) }
  const { headings, quantities } = withFields(guessed, columns, isNumeric)
  return { separator, hasHeader, decimal, dateOrder, timeColumn, clockColumn, headings, quantities }
}

/** InfluxDB writes all values in one column, and what they are in another, which completes the heading. */
function withFields(
  guessed: Pick<CsvLayout, 'headings' | 'quantities'>,
  columns: readonly string[][],
  isNumeric: readonly boolean[],
): Pick<CsvLayout, 'headings' | 'quantities'> {
  const { headings, quantities } = guessed
  const at = headings.indexOf('_value')
  if (!isNumeric[at]) return guessed
  const fields = [...new Set(columns[headings.indexOf('_field')])]
  const meant =
    fields.length === 0
      ? ['weight' as const]
      : guessQuantities(
          fields,
          fields.map(() => true),
        )
  const quantity = meant.includes('weight') ? 'weight' : (meant.find((one) => one !== null) ?? null)
  return { headings: headings.with(at, ['_value', ...fields].join(' ')), quantities: quantities.with(at, quantity) }
}

/** Returns the separator that splits the most lines into the same number of cells (more than one); a semicolon if none stands out. */
export function guessSeparator(lines: readonly string[]): Separator {
  const full = lines.filter((line) => line.trim() !== '').slice(0, LOOKED_AT)
  let best: { separator: Separator; share: number } = { separator: ';', share: 0 }
  for (const separator of separators) {
    const widths = full.map((line) => splitCsvRow(line, separator).length)
    const counts = groupBy(widths, (width) => width)
    const [width = 1, alike = []] = [...counts].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
    const share = width > 1 ? alike.length / full.length : 0
    if (share > best.share) best = { separator, share }
  }
  return best.separator
}

const orders = ['ymd', 'dmy', 'mdy', 'epoch'] as const satisfies readonly DateOrder[]

/** Returns the order in which the most cells parse as dates; `preferred` if it does as well as any other. */
export function dateOrderOf(cells: readonly string[], preferred: DateOrder): DateOrder {
  const count = (order: DateOrder) => cells.filter((cell) => parseWrittenTime(cell, order) !== undefined).length
  const best = { order: preferred, count: count(preferred) }
  for (const order of orders) {
    if (best.count === cells.length) break
    const counted = count(order)
    if (counted > best.count) Object.assign(best, { order, count: counted })
  }
  return best.order
}

const isValue = (cell: string): boolean =>
  isDate(cell) || /^[+-]?[\d.,'’ ]*\d$/.test(cell) || parseClock(cell) !== undefined

const holds = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(test).length >= MOST * cells.length

const isMeasure = (cell: string, decimal: DecimalMark): boolean =>
  parseDecimal(splitUnit(cell).number, decimal) !== undefined

function guessDecimal(cells: readonly string[]): DecimalMark {
  const like = (pattern: RegExp) => cells.filter((cell) => pattern.test(splitUnit(cell).number)).length
  return like(/^[+−-]?[\d.'’\s]*\d,\d+$/) > like(/^[+−-]?[\d,'’\s]*\d\.\d+$/) ? ',' : '.'
}

/**
 * Returns the column and order with the largest share of cells that parse as dates, at least half. In case of a tie, the column that says
 * the most different times counts, then the order by which they lie closest together, then the first.
 */
function findTime(columns: readonly string[][]): { timeColumn: number | null; dateOrder: DateOrder } {
  type Found = { timeColumn: number | null; dateOrder: DateOrder; rank: readonly number[] }
  let best: Found = { timeColumn: null, dateOrder: 'ymd', rank: [HALF] }
  for (const dateOrder of orders) {
    for (const [timeColumn, cells] of columns.entries()) {
      const times = cells.flatMap((cell) => secondsOf(cell, dateOrder) ?? [])
      if (times.length === 0 || times.length < HALF * cells.length) continue
      const rank = [times.length / cells.length, new Set(times).size, likelihood(cells, dateOrder), -stepsOf(times)]
      if (best.timeColumn === null || isHigher(rank, best.rank)) best = { timeColumn, dateOrder, rank }
    }
  }
  return { timeColumn: best.timeColumn, dateOrder: best.dateOrder }
}

function isHigher(rank: readonly number[], than: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== than[i])
  return at >= 0 && rank[at]! > than[at]!
}

function secondsOf(cell: string, order: DateOrder): number | undefined {
  const written = parseWrittenTime(cell, order)
  return written && ('epoch' in written ? written.epoch : written.local)
}

/** A time that names its zone is certain. Days come first wherever dates have dots or words, months wherever hours have AM or PM in capitals. */
function likelihood([cell = '']: readonly string[], order: DateOrder): number {
  const written = parseWrittenTime(cell, order)
  if (written && 'epoch' in written) return 2
  const pattern = order === 'mdy' ? /\d\s?[AP]M$/ : /^\d+(\.\d+\.|\D*\p{L}{3})/u
  return (order === 'mdy' || order === 'dmy') && pattern.test(cell) ? 1 : 0
}

const stepsOf = (times: readonly number[]): number =>
  times.slice(1).reduce((sum, time, i) => sum + Math.abs(time - times[i]!), 0)

/** Looks for a column with the time of day, only if the dates have none of their own. */
function findClock(columns: readonly string[][], timeColumn: number, dateOrder: DateOrder): number | null {
  if (dateOrder === 'epoch' || columns[timeColumn]!.some((cell) => CLOCK.test(cell))) return null
  const found = columns.findIndex((cells) => holds(cells, (cell) => CLOCK.test(cell) && parseClock(cell) !== undefined))
  return found >= 0 ? found : null
}

const CLOCK = /(^|\D)\d{1,2}\s?[:h]\s?\d{2}/

/**
 * Splits the lines of a table into the rows above its readings (titles, names, units) and the others. Tables without dates have at most
 * one row of names.
 */
export function splitTable(lines: readonly string[], separator: string): { head: string[][]; body: string[][] } {
  const rows = lines.filter((line) => line.trim() !== '').map((line) => splitCsvRow(line, separator))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const first = rows.findIndex((row) => (row.length > 1 || width === 1) && row.some(isDate))
  const isNamed = rows.length > 0 && rows[0]!.every((cell) => !isValue(cell))
  const begin = first >= 0 ? first : Number(isNamed)
  return { head: rows.slice(0, begin), body: rows.slice(begin) }
}

const isDate = (cell: string): boolean => orders.some((order) => parseWrittenTime(cell, order) !== undefined)
