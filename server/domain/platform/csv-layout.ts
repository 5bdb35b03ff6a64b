import { type Separator, separators, splitCsvRow } from './csv-row.ts'
import { type DateOrder, type DecimalMark, parseClock, parseDecimal, parseWrittenTime } from './csv-value.ts'
import { groupBy } from './group-by.ts'

const LOOKED_AT = 40
const MOST = 0.8
const HALF = 0.5

export type Quantity = 'weight' | 'temperature' | 'humidity'

/**
 * The layout of a table of text. `timeColumn` is null if no column holds dates; `clockColumn` is set if the time of day has a column of its
 * own; `quantities`: what each column seems to hold.
 */
export type CsvLayout = {
  separator: Separator
  hasHeader: boolean
  decimal: DecimalMark
  dateOrder: DateOrder
  timeColumn: number | null
  clockColumn: number | null
  quantities: (Quantity | null)[]
}

/** Guesses the layout from the first lines; a person or a parameter may override it, and `separator` may be given. */
export function guessLayout(lines: readonly string[], separator: Separator = guessSeparator(lines)): CsvLayout {
  const rows = lines.filter((line) => line.trim() !== '').map((line) => splitCsvRow(line, separator))
  const hasHeader = rows.length > 0 && rows[0]!.every((cell) => !isValue(cell))
  const body = rows.slice(hasHeader ? 1 : 0, LOOKED_AT)
  const width = Math.max(0, ...rows.slice(0, LOOKED_AT).map((row) => row.length))
  const columns = Array.from({ length: width }, (_, i) => body.map((row) => row[i] ?? '').filter((cell) => cell !== ''))
  const decimal = guessDecimal(body.flat(), separator)
  const { timeColumn, dateOrder } = findTime(columns)
  const clockColumn = timeColumn === null ? null : findClock(columns, timeColumn, dateOrder)
  const header = hasHeader ? rows[0]! : []
  const quantities: (Quantity | null)[] = columns.map((cells, i) =>
    i === timeColumn || i === clockColumn ? null : guessQuantity(header[i] ?? '', cells, decimal),
  )
  const numeric = columns.flatMap((cells, i) =>
    i !== timeColumn && i !== clockColumn && holds(cells, (cell) => parseDecimal(cell, decimal) !== undefined)
      ? [i]
      : [],
  )
  if (numeric.length === 1 && !quantities.some((quantity) => quantity !== null)) quantities[numeric[0]!] = 'weight'
  return { separator, hasHeader, decimal, dateOrder, timeColumn, clockColumn, quantities }
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
  orders.some((order) => parseWrittenTime(cell, order) !== undefined) ||
  /^[+-]?[\d.,'’ ]*\d$/.test(cell) ||
  parseClock(cell) !== undefined

const holds = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(test).length >= MOST * cells.length

function guessDecimal(cells: readonly string[], separator: Separator): DecimalMark {
  if (separator === ',') return '.'
  const like = (pattern: RegExp) => cells.filter((cell) => pattern.test(cell)).length
  return like(/^[+-]?[\d.'’ ]*\d,\d+$/) > like(/^[+-]?[\d,'’ ]*\d\.\d+$/) ? ',' : '.'
}

/** Returns the column and order with the largest share of cells that parse as dates, at least half; the first in case of a tie. */
function findTime(columns: readonly string[][]): { timeColumn: number | null; dateOrder: DateOrder } {
  let best: { timeColumn: number | null; dateOrder: DateOrder; share: number } = {
    timeColumn: null,
    dateOrder: 'ymd',
    share: HALF,
  }
  for (const dateOrder of orders) {
    columns.forEach((cells, timeColumn) => {
      const share = cells.filter((cell) => parseWrittenTime(cell, dateOrder) !== undefined).length / cells.length
      const isBetter = best.timeColumn === null ? share >= HALF : share > best.share
      if (isBetter) best = { timeColumn, dateOrder, share }
    })
  }
  return { timeColumn: best.timeColumn, dateOrder: best.dateOrder }
}

/** Looks for a column with the time of day, only if the dates have none of their own. */
function findClock(columns: readonly string[][], timeColumn: number, dateOrder: DateOrder): number | null {
  if (dateOrder === 'epoch' || columns[timeColumn]!.some((cell) => cell.includes(':'))) return null
  const found = columns.findIndex((cells) =>
    holds(cells, (cell) => /^\d{1,2}:\d{2}/.test(cell) && parseClock(cell) !== undefined),
  )
  return found >= 0 ? found : null
}

const words: [Quantity, RegExp][] = [
  ['humidity', /feucht|humid|luftf|hygro|\bhum\b|\brh\b|%/i],
  ['temperature', /temp|°\s*c|celsius/i],
  ['weight', /gewicht|weight|poids|peso|masse|waage|scale|balance|b[aá]scula|\bkg\b|\bg\b/i],
]

function guessQuantity(header: string, cells: readonly string[], decimal: DecimalMark): Quantity | null {
  if (!holds(cells, (cell) => parseDecimal(cell, decimal) !== undefined)) return null
  return words.find(([, pattern]) => pattern.test(header))?.[0] ?? null
}
