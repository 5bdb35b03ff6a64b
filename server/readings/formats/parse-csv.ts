import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { guessLayout, type Quantity } from '#domain/csv-layout.ts'
import { separators } from '#domain/csv-row.ts'
import { DateOrder, DecimalMark, parseDecimal, parseWrittenTime } from '#domain/csv-value.ts'
import type { LocalClock } from '#domain/local-clock.ts'
import { isTimeZone } from '#domain/local-clock.ts'

const LOOKED_AT = 40

/** How a table is read; what is not said is guessed from its first lines. The other names are those of columns. */
export const CsvQuery = v.objectWithRest(
  {
    separator: v.optional(v.picklist([...separators, 'tab'])),
    decimal: v.optional(DecimalMark),
    dateOrder: v.optional(DateOrder),
    zone: v.optional(v.pipe(v.string(), v.check(isTimeZone, 'a time zone'))),
    time: v.optional(v.string()),
  },
  v.string(),
)
export type CsvQuery = v.InferOutput<typeof CsvQuery>

export type CsvFault = 'csv_time_column_missing' | 'csv_columns_missing' | 'csv_malformed'
type Column = { at: number; quantity: Quantity; channel: number }

/**
 * The rows of a table with a header, as readings for the usual check, one for each row and channel; `lines` says which line
 * each came from. Columns are `time`, and `weight`, `temperature` and `humidity` with the number of their channel (none: 1,
 * 0: the transmitter itself); the query may say that a column has another name: `weight2=Gewicht rechts`.
 */
export function parseCsv(
  text: string,
  query: CsvQuery,
  clock: LocalClock,
): { readings: Record<string, unknown>[]; lines: number[] } | { fault: CsvFault; line?: number } {
  const head = text.split(/\r\n|\n|\r/, LOOKED_AT)
  const separator = query.separator === 'tab' ? '\t' : query.separator
  const guessed = guessLayout(head, separator)
  const decimal = query.decimal ?? guessed.decimal
  const dateOrder = query.dateOrder ?? guessed.dateOrder
  let rows: { record: string[]; info: { lines: number } }[]
  try {
    const options = { delimiter: separator ?? guessed.separator, bom: true, info: true, trim: true }
    rows = parse(text, { ...options, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }) as never
  } catch (error) {
    const { lines } = error as { lines?: number }
    return lines === undefined ? { fault: 'csv_malformed' } : { fault: 'csv_malformed', line: lines }
  }
  const header = (rows[0]?.record ?? []).map((name) => name.toLowerCase())
  const timeAt = header.indexOf((query.time ?? 'time').toLowerCase())
  if (timeAt < 0) return { fault: 'csv_time_column_missing' }
  const columns = columnsOf(header, query)
  if (columns.length === 0) return { fault: 'csv_columns_missing' }

  const readings: Record<string, unknown>[] = []
  const lines: number[] = []
  let previous: number | undefined
  for (const { record, info } of rows.slice(1)) {
    const written = parseWrittenTime(record[timeAt] ?? '', dateOrder)
    const epoch = written && ('epoch' in written ? written.epoch : clock(written.local, previous))
    previous = epoch ?? previous
    const time = epoch === undefined ? null : new Date(epoch * 1000).toISOString()
    for (const [channel, own] of Map.groupBy(columns, (column) => column.channel)) {
      const reading: Record<string, unknown> = { time, channel }
      for (const { at, quantity } of own) reading[quantity] = cell(record[at] ?? '', decimal)
      if (own.some(({ quantity }) => reading[quantity] !== null) || time === null) {
        readings.push(reading)
        lines.push(info.lines)
      }
    }
  }
  return { readings, lines }
}

/** A cell that is no number stays a text, so that the check lists it. */
const cell = (text: string, decimal: '.' | ','): number | string | null => {
  const number = parseDecimal(text, decimal)
  return number === undefined ? text : number
}

const quantities = ['weight', 'temperature', 'humidity'] as const satisfies Quantity[]

function columnsOf(header: readonly string[], query: CsvQuery): Column[] {
  return quantities.flatMap((quantity) =>
    ['', '0', '1', '2', '3', '4', '5', '6', '7', '8'].flatMap((number) => {
      const names = [query[quantity + number], `${quantity}${number}`, `${quantity}_${number}`]
      const at = names.map((name) => (name ? header.indexOf(name.toLowerCase()) : -1)).find((found) => found >= 0)
      return at === undefined ? [] : [{ at, quantity, channel: number === '' ? 1 : Number(number) }]
    }),
  )
}
