import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStorageUnavailable, isUniqueViolation } from '../platform/db/lane.ts'
import type { Database } from './database.ts'
import { openDatabase, openMemoryDatabase } from './open-database.ts'

let folder: string
let database: Database

const region = (name: string) => ({ name, geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-db-'))
})

afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const openFile = () =>
  openDatabase(path.join(folder, 'test.sqlite'), {
    readers: 2,
    onLost: (error) => {
      throw error
    },
  })

describe.each([
  ['in threads', openFile],
  ['in memory', openMemoryDatabase],
])('a database %s', (_, open) => {
  beforeEach(async () => {
    database = await open()
  })

  test('reads what was just written', async () => {
    const { id } = await database.db
      .insertInto('region')
      .values(region('Jura'))
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await database.db.selectFrom('region').select('name').where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ name: 'Jura' })
  })

  test('a transaction that fails leaves nothing behind and frees the writer', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('region').values(region('Alpen')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await database.db.insertInto('region').values(region('Mittelland')).execute()
    expect(await database.db.selectFrom('region').select('name').execute()).toEqual([{ name: 'Mittelland' }])
  })

  test('a transaction that cannot be committed leaves nothing behind and frees the writer', async () => {
    const alone = { controller_id: 1, account_id: 1, created_at: 0 }
    const failing = database.db.transaction().execute(async (transaction) => {
      await sql`pragma defer_foreign_keys = on`.execute(transaction)
      await transaction.insertInto('watch').values(alone).execute()
    })
    await expect(failing).rejects.toThrow('FOREIGN KEY')
    await database.db.insertInto('region').values(region('Bern')).execute()
    const insertion = database.db
      .transaction()
      .execute((transaction) => transaction.insertInto('region').values(region('Aargau')).execute())
    await expect(insertion).resolves.toBeDefined()
    expect(await database.db.selectFrom('watch').selectAll().execute()).toEqual([])
  })

  test('nothing runs inside the transaction of somebody else', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('region').values(region('eins')).execute()
      await held
      throw new Error('rolled back')
    })
    const beside = database.db.insertInto('region').values(region('zwei')).execute()
    release()
    await expect(rolledBack).rejects.toThrow('rolled back')
    await beside
    expect(await database.db.selectFrom('region').select('name').execute()).toEqual([{ name: 'zwei' }])
  })

  test('a pressed caller does not block waiting for a transaction that only it can end', async () => {
    let writing: Promise<unknown> | undefined
    await database.db.transaction().execute(async (trx) => {
      writing = database.write('holderOf', 'of nobody', 'pressed')
      await trx.insertInto('region').values(region('Jura')).execute()
    })
    expect(await writing).toBeUndefined()
    expect(await database.write('holderOf', 'of nobody', 'pressed')).toBeUndefined()
    expect(await database.db.selectFrom('region').select('name').execute()).toEqual([{ name: 'Jura' }])
  })

  test('an existing row is reported by its error code', async () => {
    await database.db.insertInto('region').values(region('Jura')).execute()
    const again = database.db.insertInto('region').values(region('Jura')).execute()
    await expect(again).rejects.toSatisfy(isUniqueViolation)
  })
})

describe('a file that another process holds', () => {
  test('is reported as unreachable, and the next write succeeds', async () => {
    database = await openFile()
    const other = new Sqlite(path.join(folder, 'test.sqlite'))
    other.exec('begin immediate')
    const write = database.db.insertInto('region').values(region('Jura')).execute()
    await expect(write).rejects.toSatisfy(isStorageUnavailable)
    other.exec('commit')
    other.close()
    await database.db.insertInto('region').values(region('Jura')).execute()
    expect(await database.db.selectFrom('region').select('name').execute()).toHaveLength(1)
  })
})

test('whoever still asks a closed database is told at once that it is unreachable', async () => {
  database = await openFile()
  await database.close()
  await expect(database.db.selectFrom('region').selectAll().execute()).rejects.toSatisfy(isStorageUnavailable)
  await expect(database.db.insertInto('region').values(region('Jura')).execute()).rejects.toSatisfy(
    isStorageUnavailable,
  )
})
