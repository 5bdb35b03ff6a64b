import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { finishMigration, kyselyOnLane, schemaOf } from './finish-migration.ts'
import { loadMigration, migrationNames } from './migration-files.ts'
import { openSqlite, type SqliteHandle } from './open-sqlite.ts'
import { type MigrationError, runMigrations } from './run-migrations.ts'
import { createSqliteLane } from './sqlite-lane.ts'
import { upgradeDatabase } from './upgrade-database.ts'

const names = migrationNames()
const latest = names.at(-1)!

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-upgrade-'))
  file = path.join(folder, 'hives.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

function withSqlite<T>(name: string, use: (sqlite: SqliteHandle) => T): T {
  const sqlite = new Sqlite(name)
  try {
    return use(sqlite)
  } finally {
    sqlite.close()
  }
}

async function madeAt(migration: string): Promise<void> {
  const sqlite = openSqlite(file, { readonly: false })
  await runMigrations(kyselyOnLane(createSqliteLane(sqlite, {})), migration)
  sqlite.exec("insert into affiliation (id, name) values (1, 'Verein')")
  sqlite.close()
}

const migrationOf = (name: string) =>
  withSqlite(name, (sqlite) => sqlite.prepare('select max(name) as name from kysely_migration').get())
const copies = () => readdirSync(folder).filter((name) => /^before-upgrade-.*\.sqlite$/.test(name))
const affiliations = (name: string) =>
  withSqlite(name, (sqlite) => sqlite.prepare('select name from affiliation').all())

describe('an upgrade', () => {
  it('puts a complete copy of the old database next to it, and keeps the last two', async () => {
    const froms = ['0001-account', '0003-reading', '0026-order']
    for (const from of froms) {
      rmSync(file, { force: true })
      await madeAt(from)
      const told: string[] = []
      await upgradeDatabase(file, (text) => told.push(text))
      expect(told).toEqual([expect.stringContaining(`before-upgrade-${from}-`)])
      expect(migrationOf(file)).toEqual({ name: latest })
      expect(affiliations(file)).toEqual([{ name: 'Verein' }])
    }
    expect(copies()).toHaveLength(2)
    const [older, newer] = copies().map((name) => path.join(folder, name))
    expect(migrationOf(older!)).toEqual({ name: '0003-reading' })
    expect(migrationOf(newer!)).toEqual({ name: '0026-order' })
    expect(affiliations(newer!)).toEqual([{ name: 'Verein' }])
    expect(readdirSync(folder).filter((name) => /part$|under-way|\.sqlite-/.test(name))).toEqual([])
  })

  it('removes everything left by a copy that was killed', async () => {
    const left = ['.part', '.part-journal', '.part-wal', '.part-shm']
    await madeAt('0001-account')
    for (const ending of left) writeFileSync(path.join(folder, `before-upgrade-0001-account-then.sqlite${ending}`), '')
    await upgradeDatabase(file)
    expect(readdirSync(folder).filter((name) => name.includes('-then'))).toEqual([])
  })

  it('makes no copy if there is nothing to do, or for a new database', async () => {
    await upgradeDatabase(file)
    await upgradeDatabase(file)
    expect(copies()).toEqual([])
    expect(migrationOf(file)).toEqual({ name: latest })
  })

  it('that continues after an interruption keeps the copy it began with', async () => {
    await madeAt('0001-account')
    withSqlite(file, (sqlite) => sqlite.exec('create table region (other text)'))
    for (let tries = 0; tries < 3; tries++) {
      await expect(upgradeDatabase(file)).rejects.toThrow('migration 0002-controller failed')
    }
    expect(copies()).toHaveLength(1)
    // an interrupted start has already run the first of several migrations
    withSqlite(file, (sqlite) => sqlite.exec('drop table region; create table alarm (other text)'))
    await expect(upgradeDatabase(file)).rejects.toThrow('migration 0004-alarm failed')
    const [copy] = copies()
    await expect(upgradeDatabase(file)).rejects.toThrow(copy)
    expect(copies()).toEqual([copy])
    expect(migrationOf(path.join(folder, copy!))).toEqual({ name: '0001-account' })
    withSqlite(file, (sqlite) => sqlite.exec('drop table alarm'))
    await upgradeDatabase(file)
    expect(migrationOf(file)).toEqual({ name: latest })
  })

  it('that fails keeps nothing of the migration, names it and says how to go back', async () => {
    await madeAt('0025-shop-config')
    withSqlite(file, (sqlite) =>
      sqlite.exec('create table order_payment (provider text, provider_id text, order_id integer, at integer)'),
    )
    const failed = upgradeDatabase(file)
    await expect(failed).rejects.toThrow(
      /0026-order failed \(.*order_payment.*\), and nothing of it was kept; .* put .*before-upgrade-0025-shop-config-.* in the place of/,
    )
    expect(migrationOf(file)).toEqual({ name: '0025-shop-config' })
    const left = withSqlite(file, (sqlite) => sqlite.prepare("select 1 from sqlite_master where name = 'order'").all())
    expect(left).toEqual([])
  })

  it('of a damaged database is not begun', async () => {
    await madeAt('0003-reading')
    withSqlite(file, (sqlite) => sqlite.pragma('journal_mode = DELETE'))
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.length - 4096 * 2, bytes.length - 4096)
    writeFileSync(file, bytes)
    await expect(upgradeDatabase(file)).rejects.toThrow(/is damaged.*npm run repair/)
    expect(copies()).toEqual([])
  })
})

describe('a file that is not what it should be', () => {
  it.each<[string, (name: string) => void, RegExp]>([
    ['text', (name) => writeFileSync(name, 'honey\n'.repeat(1000)), /is not a SQLite database/],
    [
      'another program’s database',
      (name) => withSqlite(name, (sqlite) => sqlite.exec('create table song (title text)')),
      /is the database of another program/,
    ],
    [
      'another program’s database, migrated in the same way',
      (name) =>
        withSqlite(name, (sqlite) =>
          sqlite.exec("create table kysely_migration (name text); insert into kysely_migration values ('song')"),
        ),
      /is the database of another program/,
    ],
  ])('%s is refused and left as it was', async (_, make, reason) => {
    make(file)
    const before = readFileSync(file)
    await expect(upgradeDatabase(file)).rejects.toThrow(reason)
    if (!reason.source.includes('another')) expect(readFileSync(file)).toEqual(before)
    expect(copies()).toEqual([])
  })

  it('a newer database is refused', async () => {
    await upgradeDatabase(file)
    withSqlite(file, (sqlite) => sqlite.exec("insert into kysely_migration values ('9999-later', '2030-01-01')"))
    await expect(upgradeDatabase(file)).rejects.toThrow(/from a newer HiveWatch \(9999-later\)/)
  })

  it('a truncated one is refused, wherever it was cut', async () => {
    await upgradeDatabase(file)
    withSqlite(file, (sqlite) => sqlite.pragma('journal_mode = DELETE'))
    const whole = readFileSync(file)
    for (const length of [1, 50, 99, 100, 512, 4096, whole.length >> 1, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      await expect(upgradeDatabase(file), String(length)).rejects.toThrow(/cut short|not a SQLite database/)
      expect(statSync(file).size).toBe(length)
    }
    writeFileSync(file, '')
    writeFileSync(`${file}-wal`, 'something')
    await expect(upgradeDatabase(file)).rejects.toThrow('though it was in use')
    expect(existsSync(`${file}-wal`)).toBe(true)
  })
})

/** Recreates what versions without transactions left behind: everything before the statement at which they were interrupted. */
async function interruptedAt(sqlite: SqliteHandle, name: string, statements: number): Promise<boolean> {
  const lane = createSqliteLane(sqlite, {})
  let left = statements
  const cut = kyselyOnLane({
    ...lane,
    execute: (statement) => {
      if (/^\s*(create|alter|insert|update|delete|drop)/i.test(statement.sql) && left-- === 0) throw new Error('killed')
      return lane.execute(statement)
    },
  })
  try {
    await (await loadMigration(name)).up(cut)
    return false
  } catch (error) {
    expect((error as Error).message).toBe('killed')
    return true
  }
}

test('whatever an earlier version left of an interrupted migration is completed', async () => {
  let earlier = new Sqlite(':memory:').serialize()
  const whole = openSqlite(':memory:', { readonly: false })
  await runMigrations(kyselyOnLane(createSqliteLane(whole, {})))
  const allOf = (sqlite: SqliteHandle) =>
    sqlite.prepare("select sql from sqlite_master where tbl_name not like 'kysely%' order by sql").all()
  for (const name of names) {
    const next = new Sqlite(earlier)
    await runMigrations(kyselyOnLane(createSqliteLane(next, {})), name)
    const expected = schemaOf(next)
    for (let statements = 0, isCut = true; isCut; statements++) {
      const sqlite = new Sqlite(earlier)
      const db = kyselyOnLane(createSqliteLane(sqlite, {}))
      if (name === names[0]) await runMigrations(db, '0000')
      isCut = await interruptedAt(sqlite, name, statements)
      const failed = await runMigrations(db, name).then(
        () => undefined,
        (error: MigrationError) => error,
      )
      if (failed)
        expect(await finishMigration(sqlite, name, expected), `${name} after ${statements}: ${failed.message}`).toBe(
          true,
        )
      if (name === latest) expect(allOf(sqlite)).toEqual(allOf(whole))
      sqlite.close()
    }
    earlier = next.serialize()
    next.close()
  }
  whole.close()
})
