import { createRowClock, type LocalClock } from '#domain/hives/local-clock.ts'
import { READINGS_MAXIMUM, VERSION_CHARACTERS } from '#domain/hives/reading.ts'
import { parseWrittenTime } from '#domain/platform/csv-value.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { decodeFields, type KnownDevice } from './decode-fields.ts'
import { type DeviceMessage, emptyMessage, latestOf, numberOf } from './device-message.ts'

const HIVES = 7
const WEIGHTS = 8
const CHECKSUM_TOLERANCE = 2
const GRAMS_IN_KG = 1000

const noTemperature = [99.9, 999.99]
const noWeight = [-1, 999_999]
const hives = (letter: string, count = HIVES) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`)
/** All fields covered by the checksum. */
const summed = [
  'W',
  ...hives('T'),
  'TO',
  ...hives('F'),
  'FO',
  'L',
  'S',
  'SX',
  ...hives('G', WEIGHTS),
  'VB',
  'VS',
  'I',
  'O',
  'A1',
  'A2',
  'A3',
]
/** Field names that older sketches use. */
const olderNames: Record<string, string> = {
  T1: 'TempIn',
  TO: 'TempOut',
  F1: 'FeuchteIn',
  FO: 'FeuchteOut',
  L: 'Licht',
  G1: 'Gewicht',
  VB: 'VBatt',
  VS: 'VSolar',
  I: 'BienenIn',
  O: 'BienenOut',
  A1: 'Aux1',
  A2: 'Aux2',
  A3: 'Aux3',
  C: 'Check',
}

/** Names that sketches of 2018 use for a batch of one, three and four hives. */
const olderBatches = [
  ['G_Data', 1],
  ['T_Data', 3],
  ['Q_Data', 4],
] as const

/** `standard`: a clock without daylight saving, which sketches with `Z=1` set from our answer; `local`: with it. */
export type BeeloggerClocks = { standard: LocalClock; local: LocalClock }
export type BeeloggerFault = 'checksum_wrong' | 'time_invalid'

/**
 * Parses what a beelogger sends (beelogger.de, `beelogger_log.php`): one measurement in named fields with a checksum, or a batch of records,
 * each with its local time. `T`, `F` and `G` with a number belong to a hive, `TO` and `FO` are outside. 99.9 and 999.99, and for weights -1
 * and 999999, mean no value. Weights are in kg, or in g with `unit=g`. `now` in epoch ms.
 */
export function parseBeelogger(
  query: Record<string, string>,
  now: number,
  clocks: BeeloggerClocks,
  device?: KnownDevice,
): { message: DeviceMessage } | { fault: BeeloggerFault } {
  const message = emptyMessage()
  message.softwareVersion = query.ID?.slice(0, VERSION_CHARACTERS) || null
  const batch = batchOf(query)
  if (!batch) {
    const fields = fieldsOf(query)
    if (!isChecked(fields)) return { fault: 'checksum_wrong' }
    takeFields(message, fields, new Date(now).toISOString(), query.unit, device)
    return { message }
  }
  const records = recordsOf(batch, query.A === '1')
  // it sends right after the last measurement
  const timeOf = createRowClock(query.Z === '1' ? clocks.standard : clocks.local, latestOf(now))
  const times = records.toReversed().map(({ time }) => {
    const written = parseWrittenTime(time, 'ymd')
    return written && 'local' in written ? timeOf(written.local) : undefined
  })
  if (records.length > 0 && times.every((time) => time === undefined)) return { fault: 'time_invalid' }
  for (const { time, fields } of records) {
    const epoch = times.pop()
    // an invalid time stays as it is, so that the check reports this record and takes the others
    const iso = epoch === undefined ? time : new Date(epoch * 1000).toISOString()
    takeFields(message, fields, iso, query.unit, device)
  }
  return { message }
}

/** Values that are not numbers stay text, so that the check reports them. */
type Fields = Record<string, number | string | undefined>

const numberOrText = (text: string | undefined): number | string | undefined =>
  numberOf(text) ?? (text?.trim() || undefined)

function fieldsOf(query: Record<string, string>): Fields {
  const names = [...summed, 'C']
  return Object.fromEntries(names.map((name) => [name, numberOrText(query[name] ?? query[olderNames[name] ?? name])]))
}

function isChecked(fields: Fields): boolean {
  const sum = summed.reduce((total, name) => total + (numberOf(fields[name]) ?? 0), 0)
  return typeof fields.C === 'number' && Math.abs(Math.round(sum + 0.5) - fields.C) < CHECKSUM_TOLERANCE
}

function batchOf(query: Record<string, string>): { count: number; text: string } | undefined {
  for (let count = HIVES; count >= 0; count--) {
    const text = query[`M${count}_Data`]
    if (text) return { count: Math.max(1, count), text }
  }
  for (const [name, count] of olderBatches) if (query[name]) return { count, text: query[name] }
  return undefined
}

/** Records follow each other without a separator: each begins with its time, and `count` tells which fields follow. */
function recordsOf(
  { count, text }: { count: number; text: string },
  hasAux: boolean,
): { time: string; fields: Fields }[] {
  const names = [
    ...(count > 1 ? ['W'] : []),
    ...hives('T', count),
    'TO',
    ...hives('F', count),
    'FO',
    'L',
    ...hives('G', count),
    'VB',
    'VS',
    'S',
    ...(hasAux ? ['A1', 'A2', 'A3'] : []),
  ]
  const cells = text.split(',')
  const starts = cells.flatMap((cell, i) => (cell.includes('/') ? [i] : []))
  if (starts.length > READINGS_MAXIMUM) throw new AppError(413, 'readings_too_many')
  return starts.map((start, i) => {
    const values = cells.slice(start + 1, starts[i + 1])
    return {
      time: cells[start]!,
      fields: Object.fromEntries(names.map((name, at) => [name, numberOrText(values[at])])),
    }
  })
}

/** Placeholders for a missing value are dropped, so that only real faults are reported. */
function takeFields(
  message: DeviceMessage,
  fields: Fields,
  time: string,
  unit: string | undefined,
  device: KnownDevice | undefined,
): void {
  const said = Object.entries(fields).flatMap(([name, value]): [string, number | string][] => {
    const isWeight = name.startsWith('G')
    if (typeof value === 'string') return [[name, value]]
    const nothing = isWeight ? noWeight : noTemperature
    if (value === undefined || nothing.includes(value) || (name.startsWith('F') && value < 0)) return []
    return [[name, isWeight && unit === 'g' ? value / GRAMS_IN_KG : value]]
  })
  decodeFields(message, Object.fromEntries(said), time, device)
}

/** Converts the fields of a form or JSON body to texts as in a query. */
export const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )

/**
 * The answer a beelogger expects: the time if it asked for one (`Z=1` without, `Z=2` with daylight saving), the minutes until the next
 * contact, and how often one with storage of its own sends (`A`: each time). `offsets` in seconds ahead of UTC.
 */
export function beeloggerReply(
  query: Record<string, string>,
  now: number,
  offsets: { standard: number; local: number },
  intervalMinutes: number,
  leftOut: readonly string[] = [],
): string {
  const seconds = Math.floor(now / 1000)
  const time = query.Z === '1' ? `${seconds + offsets.standard}T` : query.Z === '2' ? `${seconds + offsets.local}T` : ''
  const but = leftOut.length === 0 ? '' : `without(${leftOut.join(',')}) `
  return `${time}${intervalMinutes}A${but}ok *`
}
