import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectionSettings } from '../../platform/db/postgres-pool.ts'
import { toDatabaseError } from '../../platform/db/postgres-words.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { ask } from './ask.ts'
import { copyOut } from './postgres-copy.ts'
import { postgresTables } from './postgres-tables.ts'
import { decodeRow, encodeRow, type Value } from './row-bytes.ts'
import type { Column, Row, Side, Table } from './side.ts'
import { keyColumns, listed, quoted } from './sqlite-side.ts'

const MOVING = 'HiveWatch move-database'
const LOOKS = 10
const LOOK_AGAIN_MS = 300
const PART_BYTES = 4 * 1024 * 1024
const FIRST_ROWS = 64
const PART_ROWS = 20_000

export function readPostgres(client: Client, place: string): Side {
  const one = async <T>(sql: string): Promise<T> => {
    const [row] = await ask<Record<string, T>>(client, sql)
    return Object.values(row!)[0]!
  }
  return {
    place,
    tables: () => postgresTables(client),
    count: async ({ name }) => Number(await one(`select count(*) from ${quoted(name)}`)),
    async *parts(table, after) {
      let limit = FIRST_ROWS
      let last = after
      for (;;) {
        const rows = await copyOut(client, `${selectAfter(client, table, last)} limit ${limit}`)
        if (rows.length === 0) return
        last = keyOf(table, rows.at(-1)!)
        yield { rows, last, replaced: 0 }
        if (rows.length < limit) return
        const bytes = rows.reduce((sum, row) => sum + row.length, 0)
        limit = Math.max(1, Math.min(PART_ROWS, Math.floor((PART_BYTES * rows.length) / bytes)))
      }
    },
    async lastCounted(table) {
      if (!table.counted) return 0n
      const sequence = await one<string>(`select ${sequenceOf(table)}`)
      return BigInt(await one<string>(`select (case when is_called then last_value else 0 end)::text from ${sequence}`))
    },
    close: () => client.end(),
  }
}

/** Opens a connection for a move, with an application name of its own. */
export async function connectToMove(url: string): Promise<Client> {
  const { default: pg } = await import('pg')
  const settings = await connectionSettings(url)
  try {
    // reads the certificates that the address names
    const client = new pg.Client({ ...settings, fallback_application_name: MOVING })
    // the next query reports it
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw toDatabaseError(error)
  }
}

type Other = { name: string; address: string | null }

const others = (client: Client) =>
  ask<Other>(
    client,
    `select application_name as name, client_addr as address from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'HiveWatch%'`,
  )

/** Throws StartError if a node, or another move, is connected to the same database. Waits for one that is just ending. */
export async function checkAlone(client: Client, place: string): Promise<void> {
  let [other] = await others(client)
  for (let looks = 1; other && looks < LOOKS; looks++) {
    await pause(LOOK_AGAIN_MS)
    other = (await others(client))[0]
  }
  if (!other) return
  const who = other.name === MOVING ? 'another move-database' : 'a running server'
  const from = other.address ? ` (connected from ${other.address})` : ''
  throw new StartError(`${place} is in use by ${who}${from}: stop it first`)
}

export const sequenceOf = ({ name, counted }: Table): string =>
  `pg_get_serial_sequence('${quoted(name).replaceAll("'", "''")}', '${counted?.replaceAll("'", "''")}')`

/** Normalizes reals to what SQLite can store: zero without a sign, and NaN as null. */
const selected = ({ name, kind }: Column): string =>
  kind === 'real' ? `nullif(${quoted(name)}, 'NaN') + 0` : quoted(name)

function selectAfter(client: Client, table: Table, after: Row | undefined): string {
  const keys = keyColumns(table)
  const since = after
    ? `where (${listed(table.key)}) > (${decodeRow(keys, after)
        .map((value) => literal(client, value))
        .join(', ')})`
    : ''
  return `select ${table.columns.map(selected).join(', ')} from ${quoted(table.name)} ${since} order by ${listed(table.key)}`
}

function literal(client: Client, value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return client.escapeLiteral(value)
  return value instanceof Uint8Array ? `'\\x${Buffer.from(value).toString('hex')}'::bytea` : `${value}`
}

function keyOf(table: Table, row: Row): Row {
  const values = decodeRow(table.columns, row)
  const keys = keyColumns(table)
  return encodeRow(
    keys,
    keys.map((key) => values[table.columns.indexOf(key)]!),
  )
}
