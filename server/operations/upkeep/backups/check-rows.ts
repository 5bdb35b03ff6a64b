import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { decodeWeatherMonth } from '#domain/insight/weather-month.ts'
import { decodeState } from '../../../alerts/alarms/detectors/run-detectors.ts'
import { decodeRawWeightDay } from '../../../hives/calibrations/raw-weight-day.ts'
import { decodeInboxRows } from '../../../hives/readings/inbox/inbox-rows.ts'
import { decodeSenders } from '../../../hives/readings/inbox/inbox-senders.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import { checkLasts } from './check-lasts.ts'

/** The key of a row. */
export type RowKey = Record<string, number>
/** The last values of scales have no bytes of our own, but can be computed. */
export type Damage = { table: CheckedTable | 'scale_last'; key: RowKey; reason: string }
/** The number of rows checked, by table. */
export type Checked = Partial<Record<CheckedTable, number>>

type Row = Record<string, unknown>
/** `beside`: another column needed to read the bytes. `isOptional`: a row without bytes is valid. */
type Check = {
  keys: readonly string[]
  column: string
  read(bytes: Uint8Array, row: Row): void
  beside?: string
  isOptional?: boolean
}

function readTile(bytes: Uint8Array, row: Row): void {
  const { level, from } = decodeTile(bytes)
  const isItsOwn = from === row.from && levelNumber[level] === (row.level ?? levelNumber.raw)
  if (!isItsOwn) throw new Error('it belongs to another day or level')
}

/** Only the stage `readings` has the format of the inbox; what waits for its hours is a list of days, and detection keeps no bytes. */
function readSetAside(bytes: Uint8Array, { stage }: Row): void {
  if (stage === 'readings') readInbox(bytes, {})
  else if (bytes.length % Float64Array.BYTES_PER_ELEMENT !== 0) throw new Error('its length is wrong')
}

function readWeather(bytes: Uint8Array, row: Row): void {
  if (decodeWeatherMonth(bytes).from !== row.from) throw new Error('it belongs to another month')
}

function readInbox(bytes: Uint8Array, { senders }: Row): void {
  const { length } = decodeInboxRows(bytes)
  if (!Number.isInteger(length)) throw new Error('its length is wrong')
  if (senders instanceof Uint8Array && !decodeSenders(senders, length)) throw new Error('its senders are damaged')
}

/** The tables with bytes in our own format; not all exist before an upgrade. */
export const checks = {
  tile: { keys: ['scale_id', 'level', 'from'], column: 'bytes', read: readTile },
  detector_checkpoint: { keys: ['scale_id', 'from'], column: 'state', read: (bytes) => void decodeState(bytes) },
  inbox: { keys: ['id'], column: 'body', read: readInbox, beside: 'senders' },
  set_aside: { keys: ['id'], column: 'body', read: readSetAside, beside: 'stage', isOptional: true },
  import_reading: { keys: ['import_id', 'scale_id', 'from'], column: 'bytes', read: readTile },
  forwarding_sent: { keys: ['forwarding_id', 'scale_id', 'from'], column: 'bytes', read: readTile },
  raw_weight_day: { keys: ['scale_id', 'from'], column: 'bytes', read: (bytes) => void decodeRawWeightDay(bytes) },
  weather_month: { keys: ['place_id', 'from'], column: 'bytes', read: readWeather },
} as const satisfies Record<string, Check>

export type CheckedTable = keyof typeof checks
export const checkedTables = Object.keys(checks) as CheckedTable[]

const quoted = (name: string): string => `"${name}"`

export const hasTable = (sqlite: SqliteHandle, name: string): boolean =>
  sqlite.prepare<[string]>("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined

/** A column added by a migration does not exist before an upgrade. */
const hasColumn = (sqlite: SqliteHandle, table: string, column: string): boolean =>
  sqlite.prepare<[string, string]>('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined

/** Whether there are last values in the form of this version. */
export const hasLasts = (sqlite: SqliteHandle): boolean => hasColumn(sqlite, 'scale_last', 'weight_time')

/** Why the bytes of a row cannot be used; undefined if they can. */
export function damageOf(table: CheckedTable, row: Row): string | undefined {
  const { column, read, isOptional }: Check = checks[table]
  try {
    const bytes = row[column]
    if (bytes === null && isOptional) return undefined
    if (!(bytes instanceof Uint8Array)) return 'it is empty'
    read(bytes, row)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Reads all rows of the tables in `checks`, with their checksums, and then the last values of scales. `passed` is called after each row with the
 * number read so far. Throws SQLite's error for pages that cannot be read.
 */
export function checkRows(
  sqlite: SqliteHandle,
  found: (damage: Damage) => void,
  passed: (rows: number) => void = () => undefined,
): Checked {
  const checked: Checked = {}
  let rows = 0
  for (const table of checkedTables) {
    if (!hasTable(sqlite, table)) continue
    const { keys, column, beside }: Check = checks[table]
    const isBeside = beside !== undefined && hasColumn(sqlite, table, beside)
    const names = [...keys, column, ...(isBeside ? [beside] : [])].map(quoted).join()
    let count = 0
    for (const row of sqlite.prepare<[], Row>(`select ${names} from ${quoted(table)}`).iterate()) {
      const reason = damageOf(table, row)
      if (reason) found({ table, key: keyOf(table, row), reason })
      count++
      passed(++rows)
    }
    checked[table] = count
  }
  if (hasLasts(sqlite)) {
    checkLasts(sqlite, (scale_id, reason) => found({ table: 'scale_last', key: { scale_id }, reason }))
  }
  return checked
}

const keyOf = (table: CheckedTable, row: Row): RowKey =>
  Object.fromEntries(checks[table].keys.map((name) => [name, Number(row[name])]))

const whereKey = (key: RowKey): string =>
  Object.keys(key)
    .map((name) => `${quoted(name)} = @${name}`)
    .join(' and ')

export const rowOf = (sqlite: SqliteHandle, table: Damage['table'], key: RowKey): Row | undefined =>
  sqlite.prepare<[RowKey], Row>(`select * from ${quoted(table)} where ${whereKey(key)}`).get(key)

export const removeRow = (sqlite: SqliteHandle, table: Damage['table'], key: RowKey): void =>
  void sqlite.prepare<[RowKey]>(`delete from ${quoted(table)} where ${whereKey(key)}`).run(key)
