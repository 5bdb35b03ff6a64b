import { readdirSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pendingMigrations, runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Tables } from '../server/store/tables.ts'
import type { Row } from './row.ts'
import { rowsOfLater } from './rows-from-0026.ts'
import { rowsOfFirst } from './rows-to-0025.ts'

const names = readdirSync(import.meta.dirname)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .map((file) => file.replace('.ts', ''))
const latest = names.at(-1)!

/** One row for every table, as the migration that created the table would hold it; later migrations must preserve it. */
const rowsOf = { ...rowsOfFirst, ...rowsOfLater }

/** A new database at the newest schema, migrated in one go. */
let newest: Buffer
let sqlite: Sqlite.Database
let db: Kysely<Tables>

function open(bytes?: Buffer): void {
  sqlite = bytes ? new Sqlite(bytes) : new Sqlite(':memory:')
  sqlite.pragma('foreign_keys = ON')
  db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
}

beforeAll(async () => {
  open()
  await runMigrations(db)
  newest = sqlite.serialize()
  await db.destroy()
})
beforeEach(() => open())
afterEach(() => db.destroy())

const quoted = (name: string) => `"${name}"`

function insert(table: string, row: Row): void {
  const columns = Object.keys(row)
  sqlite
    .prepare(`insert into ${quoted(table)} (${columns.map(quoted).join()}) values (${columns.map(() => '?').join()})`)
    .run(...Object.values(row))
}

const schema = () =>
  sqlite
    .prepare<[], { sql: string }>(
      "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by sql",
    )
    .all()
    .map(({ sql }) => sql)

const tables = () =>
  sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely_'))

it('has rows for every table that a migration makes', async () => {
  await runMigrations(db, latest)
  const given = new Set(Object.values(rowsOf).flatMap((rows) => rows.map(([table]) => table)))
  const filledByMigration = ['tile_cursor', 'average_cursor', 'audit_forgetting']
  expect(tables().filter((table) => !given.has(table) && !filledByMigration.includes(table))).toEqual([])
  expect(Object.keys(rowsOf).filter((name) => !names.includes(name))).toEqual([])
})

/** An empty database at each migration, in order: each is made from the previous one. */
const emptyAt = new Map<string, Buffer>()

describe.each(names)('a database at %s', (name) => {
  it('rolls forward to the newest with all its rows, and ends with the same schema as a new one', async () => {
    await db.destroy()
    open(emptyAt.get(names[names.indexOf(name) - 1]!))
    await runMigrations(db, name)
    emptyAt.set(name, sqlite.serialize())
    const rows = names.slice(0, names.indexOf(name) + 1).flatMap((earlier) => rowsOf[earlier] ?? [])
    for (const [table, row] of rows) insert(table, row)
    await runMigrations(db)

    expect(await pendingMigrations(db)).toEqual([])
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    for (const [table, row] of rows) {
      const kept = sqlite.prepare<[], Row>(`select * from ${quoted(table)}`).all()
      expect(kept, table).toContainEqual(expect.objectContaining(row))
    }
    const rolledForward = schema()
    await db.destroy()
    open(newest)
    expect(rolledForward).toEqual(schema())
  })
})

describe('the newest schema', () => {
  beforeEach(async () => {
    await runMigrations(db)
    for (const [table, row] of Object.values(rowsOf).flat()) insert(table, row)
  })

  it('stays as it is when it is brought up to date again', async () => {
    const before = schema()
    await runMigrations(db)
    expect(schema()).toEqual(before)
  })

  it('has one scale in use on a channel, and any number of archived ones', () => {
    const scale = { controller_id: 1, channel: 1, name: 'x', type: 'weight', created_at: 1 }
    expect(() => insert('scale', { ...scale, state: 'archived' })).not.toThrow()
    for (const state of ['active', 'empty', 'deactivated']) {
      expect(() => insert('scale', { ...scale, state }), state).toThrow(/UNIQUE/)
    }
  })

  it('deletes with an account whatever was only its own, and keeps its transmitters', () => {
    sqlite.prepare('delete from account where id = 1').run()
    const left = (table: string) => sqlite.prepare(`select * from ${quoted(table)}`).all()
    for (const table of [
      'session',
      'password_reset',
      'passkey',
      'one_time_code',
      'recovery_code',
      'watch',
      'notification',
      'mute',
      'delivery',
      'forwarding',
      'forwarding_run',
      'forwarding_sent',
    ])
      expect(left(table), table).toEqual([])
    expect(left('controller')).toMatchObject([{ owner_id: null }])
    expect(left('intervention')).toMatchObject([{ created_by: null }])
    expect(left('alarm')).toMatchObject([{ verdict_by: null }])
  })
})

it('an existing calibration applies from the beginning', async () => {
  await runMigrations(db, names.filter((name) => name < '0051').at(-1)!)
  for (const [table, row] of Object.entries(rowsOf).flatMap(([name, rows]) => (name < '0051' ? rows : [])))
    insert(table, row)
  sqlite.prepare('update calibration set zero_raw = 77101, kg_per_raw = 0.00005').run()
  await runMigrations(db)
  expect(sqlite.prepare('select * from calibration_point').all()).toEqual([
    { controller_id: 1, channel: 1, from: 0, zero_raw: 77_101, kg_per_raw: 0.00005 },
  ])
})

it('a transmitter given to its first owner by an administrator gets its notifications', async () => {
  await runMigrations(db, names.filter((name) => name < '0084').at(-1)!)
  const address = { firstname: '', lastname: '', company: '', street: '', zip: '', city: '', country: 'ch', phone: '' }
  const person = { email: 'a@example.org', password_hash: 'x', language: 'de', role: 3, created_at: 1 }
  insert('account', { id: 1, ...person, ...address })
  const made = (id: number, fields: object) =>
    insert('controller', { id, imei: `${id}`, imsi: `${id}`, name: '', limit_reset: 80, created_at: 1, ...fields })
  made(1, { owner_id: 1 })
  made(2, { owner_id: 1, activated_at: 1 })
  made(3, { owner_id: 1, remaining_notifications: 7 })
  made(4, {})
  await runMigrations(db)
  const left = sqlite.prepare('select remaining_notifications from controller order by id').pluck().all()
  expect(left).toEqual([80, 0, 7, 0])
})

it('existing scales get colors owner by owner, those in use first', async () => {
  await runMigrations(db, names.filter((name) => name < '0061').at(-1)!)
  const controller = { name: '', created_at: 1 }
  for (const id of [1, 2]) {
    const address = { company: '', street: '', zip: '', city: '', country: 'ch', phone: '' }
    const person = {
      email: `${id}@example.org`,
      password_hash: 'x',
      firstname: '',
      lastname: '',
      language: 'de',
      role: 3,
    }
    insert('account', { id, ...person, ...address, created_at: 1 })
  }
  for (const [id, owner_id] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, null],
  ] as const)
    insert('controller', { ...controller, id, owner_id, imei: `${id}`, imsi: `${id}` })
  const scale = (id: number, controller_id: number, channel: number, state = 'active') =>
    insert('scale', { id, controller_id, channel, state, name: 'x', type: 'weight', created_at: 1 })
  scale(1, 1, 1, 'archived')
  scale(2, 1, 1)
  scale(3, 2, 1)
  scale(4, 3, 2)
  scale(5, 3, 1)
  scale(6, 4, 1)
  await runMigrations(db)
  const colors = sqlite.prepare<[], { color: number }>('select color from scale order by id').all()
  expect(colors.map(({ color }) => color)).toEqual([2, 0, 1, 1, 0, 0])
})
