import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../../migrations/row.ts'
import { limitTime } from '../../../tests/support/server/limit-time.ts'
import { changeFile, contentOf, fillFile } from '../../../tests/support/server/moved-file.ts'
import { type PostgresCluster, startCluster } from '../../../tests/support/server/postgres-cluster.ts'
import { openPool } from '../../platform/db/postgres-pool.ts'
import { upgradeDatabase } from '../../platform/db/upgrade-database.ts'
import { openDatabase } from '../../store/open-database.ts'
import { postgresInThisThread, upgradePostgres } from '../../store/open-postgres.ts'
import { lockData } from '../upkeep/data-folder/data-lock.ts'
import { readAddress } from './address.ts'
import { moveDatabase } from './move-database.ts'
import type { Step, Totals } from './move-tables.ts'
import { connectToMove } from './postgres-side.ts'
import { openPostgresTarget } from './postgres-target.ts'

let cluster: PostgresCluster
let template: string
let folder: string
let file: string
let made = 0

beforeAll(async () => {
  cluster = await startCluster()
  template = mkdtempSync(path.join(tmpdir(), 'hivewatch-moving-'))
  await fillFile(path.join(template, 'hives.sqlite'))
})
afterAll(async () => {
  rmSync(template, { recursive: true })
  await cluster.stop()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-moving-'))
  file = path.join(folder, 'hives.sqlite')
  cpSync(path.join(template, 'hives.sqlite'), file)
})
afterEach(() => rmSync(folder, { recursive: true }))

async function newDatabase(): Promise<string> {
  const name = `moved_${++made}`
  await cluster.admin(`create database ${name}`)
  return cluster.url(name)
}

const addressOf = (place: string) => readAddress('--from', place.includes(':') ? place : `file:${place}`)
type More = Partial<Parameters<typeof moveDatabase>[0]> & { dataDir?: string }
const move = (from: string, to: string, { dataDir = folder, ...more }: More = {}): Promise<Totals> =>
  moveDatabase(
    { run: `run ${++made}`, told: () => undefined, onStep: () => undefined, ...more },
    { from: addressOf(from), to: addressOf(to), dataDir },
  )

async function inPostgres<R>(url: string, sql: string): Promise<R[]> {
  const pool = await openPool(url, { max: 1 })
  try {
    const { rows } = await pool.query(sql)
    return rows as R[]
  } finally {
    await pool.end()
  }
}

const region = { name: 'Jura', geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 }

/** Some of them are as large as a large tile. */
const blob = (at: number, bytes: Uint8Array): Buffer =>
  at % 50 === 0 ? Buffer.alloc(70_000, `${at}`) : Buffer.from(bytes)

/** The single line that a refused move ends with. */
async function refusal(moving: Promise<unknown>): Promise<string> {
  const error = await moving.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).message).not.toMatch(/\n|bees/)
  return (error as Error).message
}

describe('a move', () => {
  test('brings all tables there and back as they were, and leaves the source alone', async () => {
    const url = await newDatabase()
    const before = contentOf(file)
    const totals = await move(file, url)
    expect(contentOf(file)).toEqual(before)
    const tables = Object.keys(before).filter((name) => !name.startsWith('sqlite_'))
    expect(totals.tables).toBe(tables.length)
    for (const table of tables) {
      const [count] = await inPostgres<{ count: number }>(url, `select count(*) from "${table}"`)
      expect(count!.count, table).toBe(before[table]!.length)
      expect(count!.count, table).toBeGreaterThan(0)
    }
    expect(await inPostgres(url, "select 1 from pg_tables where tablename = 'unfinished_move'")).toEqual([])

    const back = path.join(folder, 'back.sqlite')
    expect(await move(url, back)).toEqual(totals)
    expect(contentOf(back)).toEqual(before)
    expect(readdirSync(folder).filter((name) => /part|back.sqlite-/.test(name))).toEqual([])
  })

  test('is not cut off by a limit that the database has for the time of a statement', async () => {
    const url = await newDatabase()
    await limitTime(url)
    const { tables } = await move(file, url)
    expect(tables).toBeGreaterThan(0)
  })

  test('lets both engines continue counting from where the other was', async () => {
    const url = await newDatabase()
    changeFile(file, (sqlite) => sqlite.exec("update sqlite_sequence set seq = 5000 where name = 'region'"))
    await move(file, url)
    const postgres = await postgresInThisThread(url)
    const one = await postgres.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow()
    await postgres.db.deleteFrom('region').where('id', '=', one.id).execute()
    await postgres.close()
    expect(one.id).toBe(5001)
    const back = path.join(folder, 'back.sqlite')
    await move(url, back)
    const sqlite = await openDatabase(back, { readers: 1, onLost: () => undefined })
    const two = await sqlite.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow()
    await sqlite.close()
    expect(two.id).toBe(5002)
  })

  test('keeps each value byte for byte, and only removes zero characters from texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '',
        "'; drop table tile; --",
        '\\x00',
        '\\N',
        '\0',
        'NULL',
        '\uFEFFBienen\r\n\t',
        '🐝'.repeat(3000),
      ),
    )
    const number = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.constantFrom(0n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)),
    )
    const real = fc.oneof(
      fc.double({ noNaN: true }),
      fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, Infinity, -Infinity, 0.1 + 0.2),
    )
    const bytes = fc.uint8Array({ maxLength: 80 })
    const row = fc.record({ text, number, real: fc.option(real), bytes })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 150, maxLength: 300 }), async (values) => {
        const source = path.join(folder, `${++made}.sqlite`)
        const rows = values.flatMap(({ text, number, real, bytes }, at): [string, Row][] => [
          ['setting', { name: `${at} ${text}`, value: real ?? 0 }],
          ['region', { ...region, name: `${at} ${text}`, west: real }],
          ['tile', { scale_id: 1000 + at, level: 0, from: number as never, bytes: blob(at, bytes), revision: at }],
        ])
        await fillFile(source, rows)
        const url = await newDatabase()
        const totals = await move(source, url)
        const zeros = values.filter(({ text }) => text.includes('\0')).length
        expect(totals.replaced).toBe(zeros * 2)
        const back = `${source}.back`
        await move(url, back)
        const expected = contentOf(source)
        for (const table of ['setting', 'region']) {
          expected[table] = expected[table]!.map((line) => line.replaceAll('\0', '\uFFFD')).sort()
        }
        expect(contentOf(back)).toEqual(expected)
        await cluster.admin(`drop database ${new URL(url).pathname.slice(1)}`)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  }, 120_000)
})

/** Ends a move at the first step for which this is true. */
const interruptedWhen = (isIt: (step: Step) => boolean) => ({
  onStep(step: Step) {
    if (isIt(step)) throw new Error('interrupted')
  },
})
const atTable = (name: string) => interruptedWhen(({ table }) => table === name)
const whileComparing = interruptedWhen(({ does }) => does === 'comparing')
const isMarked = async (url: string) =>
  (await inPostgres(url, "select 1 from pg_tables where tablename = 'unfinished_move'")).length === 1

describe('a move that was interrupted', () => {
  test.each(['account', 'session', 'watch'])(
    'at table %s resumes there',
    async (table) => {
      const url = await newDatabase()
      await expect(move(file, url, atTable(table))).rejects.toThrow('interrupted')
      await expect(upgradePostgres(url)).rejects.toThrow(
        /database moved_\d+ holds an unfinished move: run npm run move-database/,
      )
      const steps: Step[] = []
      await move(file, url, { onStep: (step) => steps.push(step) })
      expect(steps.map((step) => step.table).filter((_, at) => steps[at]!.does === 'moving')).not.toContain(table)
      const back = path.join(folder, 'back.sqlite')
      await expect(move(url, back, atTable(table))).rejects.toThrow('interrupted')
      expect(readdirSync(folder)).not.toContain('back.sqlite')
      await expect(upgradeDatabase(`${back}.part`)).rejects.toThrow('holds an unfinished move')
      await move(url, back)
      expect(contentOf(back)).toEqual(contentOf(file))
    },
    60_000,
  )

  test('cannot be resumed from another source, nor after the source has changed', async () => {
    const url = await newDatabase()
    await expect(move(file, url, atTable('watch'))).rejects.toThrow('interrupted')
    const other = path.join(folder, 'other.sqlite')
    cpSync(file, other)
    expect(await refusal(move(other, url))).toMatch(
      /holds an unfinished move from .*hives\.sqlite: continue from there, or make it empty/,
    )
    changeFile(file, (sqlite) => sqlite.exec("update region set name = 'Anderswo'"))
    expect(await refusal(move(file, url))).toMatch(/has changed since the move to .* began: make it empty/)
    expect(await isMarked(url)).toBe(true)
  })

  test('back to a file cannot be resumed once somebody wrote to PostgreSQL', async () => {
    const url = await newDatabase()
    await move(file, url)
    const back = path.join(folder, 'back.sqlite')
    await expect(move(url, back, atTable('watch'))).rejects.toThrow('interrupted')
    await inPostgres(url, "update region set name = 'Anderswo'")
    expect(await refusal(move(url, back))).toMatch(/has changed since .*: remove .*back\.sqlite\.part and start over/)
    rmSync(`${back}.part`)
    await move(url, back)
    expect(contentOf(back).region!.join()).toContain('Anderswo')
  })

  test('before its file got its name starts over', async () => {
    const url = await newDatabase()
    await move(file, url)
    const back = path.join(folder, 'back.sqlite')
    cpSync(file, `${back}.part`)
    changeFile(`${back}.part`, (sqlite) => sqlite.exec("update region set name = 'Anderswo'"))
    await move(url, back)
    expect(contentOf(back)).toEqual(contentOf(file))
  })
})

describe('a difference', () => {
  test.each([
    ['a row that is not there', 'delete from mute', 'mute'],
    ['a value that is another', "update region set name = 'Anderswo'", 'region'],
    ['a row too many', "insert into setting values ('more', 1)", 'setting'],
  ])(
    'of %s is reported with its table, and the target stays unfinished',
    async (_, change, table) => {
      const url = await newDatabase()
      await expect(move(file, url, whileComparing)).rejects.toThrow('interrupted')
      await inPostgres(url, change)
      expect(await refusal(move(file, url))).toMatch(
        new RegExp(`table ${table} is not the same on both sides: .*hash `),
      )
      await expect(upgradePostgres(url)).rejects.toThrow('an unfinished move')
    },
    60_000,
  )
})

describe('a source', () => {
  test.each([
    [
      'a text in the place of a number',
      "update region set utc_offset = 'eins'",
      /table region, row 1: utc_offset holds "eins", where a whole number/,
    ],
    [
      'a fraction in the place of a whole number',
      'update region set utc_offset = 1.5',
      /row 1: utc_offset holds "1.5"/,
    ],
    ['bytes in the place of a text', "update region set name = x'00ff'", /row 1: name holds 2 bytes, where a text/],
    [
      'a text in the place of bytes',
      "update tile set bytes = 'tile'",
      /table tile, row 1, 0, \d+: bytes holds "tile", where bytes/,
    ],
    [
      'a row whose owner is not there',
      'pragma foreign_keys = off; insert into watch (controller_id, account_id, created_at) values (99, 1, 1)',
      /table watch .*refers to one that does not exist/,
    ],
  ])(
    'with %s is refused with its place',
    async (_, damage, said) => {
      const sqlite = new Sqlite(file)
      sqlite.exec(damage)
      sqlite.close()
      const url = await newDatabase()
      expect(await refusal(move(file, url))).toMatch(said)
      expect(await isMarked(url)).toBe(true)
    },
    60_000,
  )

  test('that a server uses is refused', async () => {
    const lock = lockData({ dataDir: path.join(folder, 'elsewhere'), database: { kind: 'file', file } })
    expect(await refusal(move(file, await newDatabase()))).toMatch(
      /hives\.sqlite is in use by a running server: stop it/,
    )
    lock.release()
  })

  test('of an older version, or without a schema, is refused', async () => {
    const url = await newDatabase()
    changeFile(file, (sqlite) => sqlite.exec("delete from kysely_migration where name = '0063-inbox-senders'"))
    expect(await refusal(move(file, url))).toMatch(/older HiveWatch: start this version on it once/)
    expect(await refusal(move(path.join(folder, 'none/none.sqlite'), url))).toMatch(/there is no database in/)
    expect(readdirSync(folder)).not.toContain('none')
    expect(await refusal(move(url, path.join(folder, 'back.sqlite')))).toMatch(/is empty: there is nothing to move/)
  })

  test('in PostgreSQL is refused while a node is connected, and accepts no writes while it is moved', async () => {
    const url = await newDatabase()
    await move(file, url)
    const back = path.join(folder, 'back.sqlite')
    const node = await postgresInThisThread(url)
    await node.db.selectFrom('region').select('name').execute()
    expect(await refusal(move(url, back))).toMatch(
      /is in use by a running server \(connected from 127\.0\.0\.1\): stop it/,
    )
    await node.close()
    let refused = ''
    await move(url, back, {
      async answer() {
        const write = inPostgres(url, "set lock_timeout = 100; update region set name = 'Anderswo'")
        refused = await write.then(String, (error: Error) => error.message)
        return undefined
      },
    })
    expect(refused).toMatch(/lock timeout/)
  })
})

describe('a target', () => {
  test('that is not empty is refused', async () => {
    const url = await newDatabase()
    await inPostgres(url, 'create table song (title text)')
    expect(await refusal(move(file, url))).toMatch(/database moved_\d+ at .* is not empty: give --to an empty one/)
    const migrated = await newDatabase()
    await upgradePostgres(migrated)
    expect(await refusal(move(file, migrated))).toMatch(/is not empty/)
    expect(await refusal(move(migrated, file))).toMatch(/hives\.sqlite already exists/)
  })

  test('is used by one move at a time', async () => {
    const url = await newDatabase()
    await move(file, url, {
      answer: () =>
        expect(move(file, url))
          .rejects.toThrow('in use')
          .then(() => undefined),
    })
    const target = await newDatabase()
    const other = await connectToMove(target)
    expect(await refusal(move(file, target))).toMatch(/in use by another move-database \(connected from .*\): stop it/)
    await other.end()
  })

  test('no longer belongs to a move once another has taken it over unnoticed', async () => {
    const url = await newDatabase()
    const origin = { place: file, state: 'as it was' }
    const unseen = `${url}?application_name=pooler`
    const first = await openPostgresTarget({ url: unseen, place: 'hives', run: 'first' }, origin)
    const second = await openPostgresTarget({ url: unseen, place: 'hives', run: 'second' }, origin)
    await expect(first.begin([], '{}')).rejects.toThrow('another move-database is working on hives')
    await second.begin([], '{}')
    await first.close()
    await second.close()
  })

  test.each([
    [
      'nobody at the address',
      'postgres://hivewatch:bees@127.0.0.1:1/hives',
      /at 127\.0\.0\.1:1 cannot be reached .*: start it, or set --to to the right/,
    ],
    ['no database of the name', '/nothing', /has no database nothing: create it/],
    ['a wrong password', ':honey', /does not let in hivewatch: set --to to the right user/],
    ['no password', ':', /does not let in hivewatch: set --to to the right user/],
    ['a certificate that is not there', '?sslrootcert=/none.pem', /cannot be reached \(ENOENT.*\/none\.pem/],
  ])('with %s is refused', async (_, wrong, said) => {
    const place = new URL(cluster.url('postgres'))
    if (wrong.startsWith('/')) place.pathname = wrong
    else if (wrong.startsWith(':')) place.password = wrong.slice(1)
    else if (wrong.startsWith('?')) place.search = wrong
    expect(await refusal(move(file, wrong.startsWith('postgres') ? wrong : place.href))).toMatch(said)
  })

  test('of the same engine is refused', async () => {
    expect(await refusal(move(file, path.join(folder, 'copy.sqlite')))).toMatch(/both databases are files/)
    expect(await refusal(move(await newDatabase(), await newDatabase()))).toMatch(/pg_dump/)
  })
})

test.each(['', 'hives.sqlite', 'file:', 'mysql://u:bees@host/db', 'postgres://'])(
  'an address such as "%s" is refused',
  (text) => {
    expect(() => readAddress('--to', text)).toThrow(
      /^--to (is missing|is ".*"|does not name a database); it should be file:<path/,
    )
    expect(() => readAddress('--to', text)).not.toThrow('bees')
  },
)
