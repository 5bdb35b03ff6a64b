import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { createRowClock, isTimeZone, type LocalClock } from '#domain/hives/local-clock.ts'
import { READINGS_MAXIMUM } from '#domain/hives/reading.ts'
import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import { dateOrderOf, guessLayout } from '#domain/platform/csv-layout.ts'
import { separatorSaidIn, separators } from '#domain/platform/csv-row.ts'
import { DateOrder, DecimalMark, parseDecimal, parseWrittenTime } from '#domain/platform/csv-value.ts'
import { type Meaning, meaningOf } from '../../hives/unknown-fields/known-fields.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { decodeFields, type KnownDevice, unknownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, latestOf } from './device-message.ts'
import { createTableSenders, senderColumn, underSender } from './table-senders.ts'
import { noUnits, unitBeside, unitsIn } from './units-beside.ts'

const LOOKED_AT = 40
const LOOKED_AT_CHARACTERS = 10_000
const COLUMNS_READ = 300
/** The header, the maximum number of rows, and one more, which is too many. */
const ROWS_READ = 1 + READINGS_MAXIMUM + 1

/** How to read a table. What is missing is guessed: the order of dates from all dates. Any other names are those of columns. */
export const CsvQuery = v.objectWithRest(
  {
    separator: v.optional(v.picklist([...separators, 'tab'])),
    decimal: v.optional(DecimalMark),
    dateOrder: v.optional(DateOrder),
    zone: v.optional(v.pipe(v.string(), v.check(isTimeZone, 'a time zone'))),
    time: v.optional(v.string()),
    channel: v.optional(v.string()),
  },
  v.string(),
)
export type CsvQuery = v.InferOutput<typeof CsvQuery>

export type CsvFault = 'csv_time_column_missing' | 'csv_columns_missing' | 'csv_malformed'
type Refused = { fault: CsvFault; line?: number }
type Column = { at: number; name: string }
type Row = { record: string[]; line: number; written: string }
/** `header` in lower case; `rows` from old to new. `timeAt`, `clockAt`: the columns of the time and, if it is apart, the time of day. */
type CsvTable = {
  header: string[]
  rows: Row[]
  timeAt: number
  clockAt: number | null
  decimal: DecimalMark
  dateOrder: DateOrder
}

/**
 * Parses a table with a header into a message for the usual check; `lineOf` returns the line of a reading, with raw weights counted after the
 * readings. Columns may use names of any family. `weight`, `temperature` and `humidity` with a number belong to that channel (0: the transmitter
 * itself), those without one to the channel in the row's column `channel`, as in the native format, or else to 1; the query may rename a column:
 * `weight2=Gewicht rechts`. Ambiguous local times in autumn are resolved by their order, up to `now` (epoch ms). Throws 413 `readings_too_many`.
 */
export function parseCsv(
  text: string,
  query: CsvQuery,
  clock: LocalClock,
  now: number,
  device: KnownDevice = unknownDevice,
): { message: DeviceMessage; lineOf: (index: number) => number | undefined } | Refused {
  const table = readTable(text, query)
  if ('fault' in table) return table
  const { header, rows, timeAt, clockAt, decimal, dateOrder } = table
  const channelAt = channelColumn(header, query, device)
  const named = header.flatMap((name, at): Column[] =>
    [timeAt, clockAt, channelAt].includes(at) || name === '' ? [] : [{ at, name }],
  )
  const isOfSeveral = channelAt === null && device.firstHive !== undefined
  const records = rows.map(({ record }) => record)
  const senderAt = isOfSeveral ? senderColumn(named, records, device) : null
  const columns = named.filter(({ at }) => at !== senderAt)
  const meaningsOn = new Map(
    (channelAt === null && senderAt === null ? [1] : channels).map((channel) => {
      const said = saidMeanings(query, channel)
      return [channel, new Map([...columns.flatMap(({ name }) => meaningIn(name, said, channel)), ...device.assigned])]
    }),
  )
  const plain = meaningsOn.get(1)!
  if ([...plain.values()].every(({ quantity }) => quantity === 'nothing')) return { fault: 'csv_columns_missing' }

  const message = emptyMessage()
  const cellsAt = (at: number) =>
    records.map((record) => ({ cell: record[at] ?? '', fields: fieldsOf(record, columns, decimal) }))
  const senders = senderAt === null ? undefined : createTableSenders(cellsAt(senderAt), plain, device)
  if (senders?.newHive !== undefined) message.newHive = senders.newHive
  const placeOf = (record: readonly string[]): { channel: number; sender?: string | undefined } => {
    if (channelAt !== null) return { channel: cell(record[channelAt] || '0', decimal) as number }
    const said = senderAt === null ? '' : (record[senderAt] ?? '')
    // the number of a hive is that of its scale, if there is one
    const isChannel = said === '1' || (/^[2-8]$/.test(said) && device.scales.has(Number(said)))
    return isChannel ? { channel: Number(said) } : { channel: 1, sender: senders?.senderOf(said) }
  }
  const saysUnits = columns.some(({ name }) => name.includes('unit'))
  const { firstHive: _, ...known } = device
  const [ofReadings, ofRaw]: [number[], number[]] = [[], []]
  const times = timesOf(rows, dateOrder, createRowClock(clock, latestOf(now)))
  for (const [i, { record, line, written }] of rows.entries()) {
    const time = times[i]
    const { channel, sender } = placeOf(record)
    const meanings = meaningsOn.get(channel)
    // an invalid time or channel stays as it is, so that the check reports it
    if (time === undefined) message.readings.push({ time: written, channel: 0 })
    else if (meanings === undefined) message.readings.push({ time, channel, temperature: 0 })
    else {
      const fields = fieldsOf(record, columns, decimal)
      if (sender === undefined) {
        const withUnit = saysUnits ? withUnits(fields, meanings, device) : fields
        decodeFields(message, withUnit, time, { ...known, assigned: meanings })
      } else {
        const other = underSender(fields, sender, meanings, device.assigned)
        decodeFields(message, other.fields, time, { ...known, assigned: other.assigned })
      }
    }
    while (ofReadings.length < message.readings.length) ofReadings.push(line)
    while (ofRaw.length < message.raw.length) ofRaw.push(line)
  }
  onlyFirst(message)
  return { message, lineOf: (index) => ofReadings[index] ?? ofRaw[index - ofReadings.length] }
}

function readTable(text: string, query: CsvQuery): CsvTable | Refused {
  const lines = text.split(/\r\n|\n|\r/, LOOKED_AT + 1).map((line) => line.slice(0, LOOKED_AT_CHARACTERS))
  const said = separatorSaidIn(lines[0] ?? '')
  const separator = query.separator === 'tab' ? '\t' : (query.separator ?? said)
  const guessed = guessLayout(lines.slice(said ? 1 : 0, LOOKED_AT), separator)
  let parsed: { record: string[]; info: { lines: number } }[]
  try {
    parsed = parse(text, {
      delimiter: separator ?? guessed.separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      ...{ bom: true, info: true, trim: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      from_line: said ? 2 : 1,
      to: ROWS_READ,
    }) as never
  } catch (error) {
    const { lines } = error as { lines?: number }
    return lines === undefined ? { fault: 'csv_malformed' } : { fault: 'csv_malformed', line: lines }
  }
  if (parsed.length === ROWS_READ) throw new AppError(413, 'readings_too_many')
  const header = (parsed[0]?.record ?? []).slice(0, COLUMNS_READ).map((name) => name.toLowerCase())
  const timeAt = header.indexOf((query.time ?? 'time').toLowerCase())
  if (timeAt < 0) return { fault: 'csv_time_column_missing' }
  const clockAt = timeAt === guessed.timeColumn ? guessed.clockColumn : null
  const rows = parsed
    .slice(1)
    .map(({ record, info }) => ({ record, line: info.lines, written: writtenIn(record, timeAt, clockAt) }))
  const written = rows.map((row) => row.written)
  const dateOrder = query.dateOrder ?? dateOrderOf(written, guessed.dateOrder)
  if (isNewestFirst(written, dateOrder)) rows.reverse()
  return { header, rows, timeAt, clockAt, decimal: query.decimal ?? guessed.decimal, dateOrder }
}

/** The times of the rows; undefined if one is invalid. Local times are resolved from the newest one back. */
function timesOf(
  rows: readonly Row[],
  dateOrder: DateOrder,
  epochOf: ReturnType<typeof createRowClock>,
): (string | undefined)[] {
  const fromNewest = rows.toReversed().map(({ written }) => {
    const parsed = parseWrittenTime(written, dateOrder)
    const epoch = parsed && ('epoch' in parsed ? parsed.epoch : epochOf(parsed.local))
    return epoch === undefined ? undefined : new Date(epoch * 1000).toISOString()
  })
  return fromNewest.reverse()
}

/** The time of day may be in a column of its own. */
const writtenIn = (record: readonly string[], timeAt: number, clockAt: number | null): string =>
  [record[timeAt] ?? '', clockAt === null ? '' : (record[clockAt] ?? '')].filter((part) => part !== '').join(' ')

function isNewestFirst(times: readonly string[], dateOrder: DateOrder): boolean {
  const seconds = (text: string) => {
    const written = parseWrittenTime(text, dateOrder)
    return written && ('epoch' in written ? written.epoch : written.local)
  }
  const first = times.find((text) => seconds(text) !== undefined)
  const last = times.findLast((text) => seconds(text) !== undefined)
  return first !== undefined && last !== undefined && seconds(first)! > seconds(last)!
}

/** If two columns have the same name, the first counts; empty cells are dropped. */
function fieldsOf(
  record: readonly string[],
  columns: readonly Column[],
  decimal: DecimalMark,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const { at, name } of columns) {
    const value = cell(record[at] ?? '', decimal)
    if (value !== null && !Object.hasOwn(fields, name)) fields[name] = value
  }
  return fields
}

/** Writes the unit in a column of its own after the numbers of its row, unless their column says one, or its owner did. */
function withUnits(
  fields: Record<string, unknown>,
  meanings: ReadonlyMap<string, Meaning>,
  { assigned }: KnownDevice,
): Record<string, unknown> {
  const units = unitsIn(fields, noUnits)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const meaning = meanings.get(name)
      const isUnsaid = meaning?.unit === 'as_is' && !assigned.has(name) && !/[([]/.test(name)
      const isBare = typeof value === 'number' && isUnsaid
      const unit = isBare ? unitBeside(name, meaning.quantity, units) : undefined
      return [name, unit === undefined ? value : `${value} ${unit}`]
    }),
  )
}

/** Reports a fault of the transmitter once, even if every row has it. */
function onlyFirst(message: DeviceMessage): void {
  const seen = new Set<string>()
  const fresh = message.faults?.filter(
    ({ field, code }) => !seen.has(`${field} ${code}`) && seen.add(`${field} ${code}`),
  )
  if (fresh) message.faults = fresh
}

/** A cell that is not a number stays text, so that the check reports it. */
const cell = (text: string, decimal: DecimalMark): number | string | null => {
  const number = parseDecimal(text, decimal)
  return number === undefined ? text : number
}

const quantities = ['weight', 'temperature', 'humidity'] as const
const channels = Array.from({ length: CHANNELS_PER_CONTROLLER + 1 }, (_, channel) => channel)

/** The column that tells the channel of each row, unless the owner said what else it is. */
function channelColumn(header: readonly string[], query: CsvQuery, { assigned }: KnownDevice): number | null {
  const name = query.channel?.toLowerCase() ?? 'channel'
  const at = query.channel === undefined && assigned.has(name) ? -1 : header.indexOf(name)
  return at < 0 ? null : at
}

/** The meanings of names given by the query, else by the rules for tables: a number is that of a channel; none: it is the row's. */
function saidMeanings(query: CsvQuery, ofRow: number): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  for (const quantity of quantities) {
    for (const number of ['', ...channels]) {
      const plain = meaningOf(quantity)!
      const meaning = { ...plain, channel: number === '' ? ofRow : Number(number), rank: -1 }
      const names = [query[quantity + number], `${quantity}${number}`, `${quantity}_${number}`]
      for (const name of names) if (name && !meanings.has(name.toLowerCase())) meanings.set(name.toLowerCase(), meaning)
    }
  }
  return meanings
}

/** `Weight (kg)` and `Temperature [°C]` are recognized by their words. */
function meaningIn(name: string, said: ReadonlyMap<string, Meaning>, ofRow: number): [string, Meaning][] {
  const words = name.replace(/[°%()[\]]/g, ' ').trim()
  const known = said.get(name) ?? onChannel(meaningOf(name) ?? meaningOf(words), ofRow)
  const meaning: Meaning | undefined =
    known?.quantity === 'battery' && name.includes('%') ? { ...known, unit: 'percent' } : known
  return meaning ? [[name.slice(0, FIELD_NAME_CHARACTERS), meaning]] : []
}

/** A name without a number belongs to the channel of its row, unless it says that it is not in a hive. */
const onChannel = (meaning: Meaning | undefined, channel: number): Meaning | undefined =>
  meaning?.channel === 1 && !meaning.isNumbered ? { ...meaning, channel } : meaning
