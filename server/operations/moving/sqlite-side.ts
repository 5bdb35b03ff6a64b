import { setImmediate } from 'node:timers/promises'
import type { SqliteHandle } from '../../platform/db/open-sqlite.ts'
import { StartError, toStartError } from '../../platform/runtime/start-error.ts'
import { decodeRow, encodeRow, type Value, WrongValueError } from './row-bytes.ts'
import type { Column, Part, Row, Side, Table } from './side.ts'
import { sqliteTables } from './sqlite-tables.ts'

const PART_BYTES = 4 * 1024 * 1024
const PART_ROWS = 20_000

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')
export const keyColumns = ({ key, columns }: Table): Column[] =>
  key.map((name) => columns.find((column) => column.name === name)!)

/** `withoutZeros`: zero characters in texts, which PostgreSQL does not allow, become � and are counted. */
export function readSqlite(sqlite: SqliteHandle, place: string, { withoutZeros = false } = {}): Side {
  const orSay = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw toStartError(error, place) ?? error
    }
  }
  return {
    place,
    tables: async () => orSay(() => sqliteTables(sqlite)),
    count: async ({ name }) =>
      orSay(
        () =>
          sqlite
            .prepare<[], number>(`select count(*) from ${quoted(name)}`)
            .pluck()
            .get()!,
      ),
    async *parts(table, after) {
      const reading = partsOf(sqlite, place, table, after, withoutZeros)
      try {
        for (;;) {
          const { value } = orSay(() => reading.next())
          if (!value) return
          yield value
          // gives requests a turn
          await setImmediate()
        }
      } finally {
        reading.return(undefined)
      }
    },
    lastCounted: async ({ name }) =>
      orSay(() => {
        const seq = sqlite.prepare<[string], bigint>('select seq from sqlite_sequence where name = ?')
        return seq.pluck().safeIntegers().get(name) ?? 0n
      }),
    close: async () => void sqlite.close(),
  }
}

function* partsOf(
  sqlite: SqliteHandle,
  place: string,
  table: Table,
  after: Row | undefined,
  withoutZeros: boolean,
): Generator<Part, undefined> {
  const { columns, name } = table
  const keys = keyColumns(table)
  const places = keys.map(({ name: key }) => columns.findIndex((column) => column.name === key))
  const since = after ? `where (${listed(table.key)}) > (${table.key.map(() => '?').join(', ')})` : ''
  const names = listed(columns.map((column) => column.name))
  const rows = sqlite
    .prepare<Value[], Value[]>(`select ${names} from ${quoted(name)} ${since} order by ${listed(table.key)}`)
    .raw()
    .safeIntegers()
    .iterate(...(after ? decodeRow(keys, after) : []))
  let part: Row[] = []
  let bytes = 0
  let replaced = 0
  const keyOf = (values: Value[]) => places.map((at) => values[at]!)
  let last: Value[] = []
  for (const values of rows) {
    if (withoutZeros) replaced += replaceZeros(values)
    const row = encoded(columns, values, () => `${place}, table ${name}, row ${keyOf(values).join(', ')}`)
    part.push(row)
    bytes += row.length
    last = values
    if (bytes < PART_BYTES && part.length < PART_ROWS) continue
    yield { rows: part, last: encodeRow(keys, keyOf(last)), replaced }
    part = []
    bytes = 0
    replaced = 0
  }
  if (part.length > 0) yield { rows: part, last: encodeRow(keys, keyOf(last)), replaced }
  return undefined
}

function replaceZeros(values: Value[]): number {
  let replaced = 0
  for (const [at, value] of values.entries()) {
    if (typeof value !== 'string' || !value.includes('\0')) continue
    values[at] = value.replaceAll('\0', '\uFFFD')
    replaced++
  }
  return replaced
}

function encoded(columns: readonly Column[], values: Value[], where: () => string): Row {
  try {
    return encodeRow(columns, values)
  } catch (error) {
    if (!(error instanceof WrongValueError)) throw error
    throw new StartError(`${where()}: ${error.message}; fix or delete that row, empty the target, and start over`, {
      cause: error,
    })
  }
}
