import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTime } from '../../tests/support/server/limit-time.ts'
import { type PostgresCluster, startCluster } from '../../tests/support/server/postgres-cluster.ts'
import { startSilentProxy } from '../../tests/support/services/silent-proxy.ts'
import { checkVersion } from '../platform/db/check-postgres.ts'
import { isLocked, isStorageUnavailable, isUniqueViolation } from '../platform/db/lane.ts'
import { migrationNames } from '../platform/db/migration-files.ts'
import { createPostgresLane, type PostgresLane } from '../platform/db/postgres-lane.ts'
import { CONNECTIONS, openPool } from '../platform/db/postgres-pool.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { postgresKysely } from './connect-postgres.ts'
import type { Database } from './database.ts'
import { openPostgres, postgresInThisThread, upgradePostgres } from './open-postgres.ts'

let cluster: PostgresCluster
let database: Database
let made = 0
const opened: Database[] = []

const region = (name: string) => ({ name, geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 })
const names = async () =>
  (await database.db.selectFrom('region').select('name').orderBy('name').execute()).map(({ name }) => name)
const add = (name: string) => database.db.insertInto('region').values(region(name)).execute()

async function newDatabase(words = ''): Promise<string> {
  const name = `hives_${++made}`
  await cluster.admin(`create database ${name} ${words}`)
  return cluster.url(name)
}

async function open(url: string): Promise<Database> {
  await upgradePostgres(url)
  const node = await postgresInThisThread(url)
  opened.push(node)
  return node
}

/** Runs statements the way another program would. */
async function beside(url: string, ...statements: string[]): Promise<void> {
  const pool = await openPool(url, { max: 1 })
  for (const statement of statements) await pool.query(statement)
  await pool.end()
}

/** How many connections the database has, except the one that counts. */
async function connectionsOf(url: string): Promise<number> {
  const pool = await openPool(cluster.url('postgres'), { max: 1 })
  const name = new URL(url).pathname.slice(1)
  // leaves out PostgreSQL's own processes, such as autovacuum
  const clients = `select count(*) as count from pg_stat_activity where backend_type = 'client backend' and datname = $1`
  const { rows } = await pool.query(clients, [name])
  await pool.end()
  return rows[0].count
}

let url: string
beforeAll(async () => {
  cluster = await startCluster()
  await cluster.admin('create database migrated')
  await upgradePostgres(cluster.url('migrated'))
})
afterAll(() => cluster.stop())
beforeEach(async () => {
  url = await newDatabase('template migrated')
  database = await open(url)
})
afterEach(async () => {
  for (const node of opened.splice(0)) await node.close()
})

describe('a transaction', () => {
  test('that fails leaves nothing behind', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('region').values(region('Alpen')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await add('Mittelland')
    expect(await names()).toEqual(['Mittelland'])
  })

  test('reads what no other changes in the meantime, on any node, whatever the isolation that the database has by default', async () => {
    await cluster.admin(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'serializable'`,
    )
    const one = await open(url)
    const other = await open(url)
    await database.db
      .insertInto('setting')
      .values({ name: 'count' as never, value: 0 })
      .execute()
    const countUp = ({ db }: Database) =>
      db.transaction().execute(async (transaction) => {
        const { value } = await transaction.selectFrom('setting').select('value').executeTakeFirstOrThrow()
        await transaction
          .updateTable('setting')
          .set({ value: value + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, (_, i) => countUp(i % 2 ? one : other)))
    expect(await database.db.selectFrom('setting').select('value').execute()).toEqual([{ value: 40 }])
  })

  test('with a failed statement is not considered done', async () => {
    await add('Jura')
    const forgiving = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('region').values(region('Bern')).execute()
      const again = transaction.insertInto('region').values(region('Jura')).execute()
      await expect(again).rejects.toSatisfy(isUniqueViolation)
    })
    await expect(forgiving).rejects.toMatchObject({ code: '25P02' })
    expect(await names()).toEqual(['Jura'])
  })

  test('whose connection is lost halfway is rolled back and reported as unreachable; the next one succeeds', async () => {
    const lost = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('region').values(region('Alpen')).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await cluster.admin(`select pg_terminate_backend(${rows[0]!.pid})`)
      await transaction.insertInto('region').values(region('Bern')).execute()
    })
    await expect(lost).rejects.toSatisfy(isStorageUnavailable)
    await add('Jura')
    expect(await names()).toEqual(['Jura'])
  })

  test('leaves no settings in its connection for the next one', async () => {
    await database.db.transaction().execute((transaction) => sql`select 1`.execute(transaction))
    const { rows } = await sql<{ lock: string; idle: string }>`
      select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      database.db,
    )
    expect(rows).toEqual([{ lock: '0', idle: '0' }])
    const held = await sql`select 1 from pg_locks where locktype = 'advisory'`.execute(database.db)
    expect(held.rows).toEqual([])
  })

  test('that stalls does not hold up other nodes for long', async () => {
    const pool = await openPool(url, { max: 1 })
    const client = await pool.connect()
    await client.query(`begin; set local idle_in_transaction_session_timeout = 300;
      select pg_advisory_xact_lock(4483710001)`)
    await database.db
      .transaction()
      .execute((transaction) => transaction.insertInto('region').values(region('Jura')).execute())
    expect(await names()).toEqual(['Jura'])
    await expect(client.query('commit')).rejects.toThrow()
    client.release(true)
    await pool.end()
  })
})

test('an upgrade is not cut off by a limit that the database has for the time of a statement', async () => {
  const limited = await newDatabase()
  await limitTime(limited)
  await expect(upgradePostgres(limited)).resolves.toBeUndefined()
})

test('a read task sees nothing of concurrent writes, and cannot write', async () => {
  await add('Jura')
  const pool = await openPool(url, { max: 1 })
  const count = { sql: 'select count(*) as count from region', parameters: [] }
  const seen = await createPostgresLane(pool)
    .onSnapshot(async ({ execute }) => {
      const before = await execute(count)
      await add('Bern')
      await expect(execute({ sql: 'delete from region', parameters: [] })).rejects.toMatchObject({ code: '25006' })
      return before.rows
    })
    .catch((error: unknown) => error)
  expect(seen).toMatchObject({ code: '25P02' })
  const rows = await createPostgresLane(pool).onSnapshot(async ({ execute }) => {
    const before = await execute(count)
    await add('Alpen')
    const after = await execute(count)
    return [...before.rows, ...after.rows]
  })
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  await pool.end()
})

test('with its own threads, a node stays within its connection limit, and sees at once what they wrote', async () => {
  const lost: Error[] = []
  const node = await openPostgres(url, { readers: 2, onLost: (error) => void lost.push(error) })
  opened.push(node)
  const identity = { imei: '1', imsi: '1', name: '', created_at: 0 }
  const hash = 'a key'
  expect(await node.write('holderOf', hash)).toBeUndefined()
  const { id } = await node.db
    .insertInto('controller')
    .values({ ...identity, device_key_hash: hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await node.write('holderOf', hash)).toBe(id)
  const reads = Array.from({ length: 100 }, () => node.read('batteries', { nowSeconds: 0 }))
  const plain = Array.from({ length: 400 }, () => sql`select pg_sleep(0.005)`.execute(node.db))
  const counted = await connectionsOf(url)
  await Promise.all([...reads, ...plain])
  expect(counted).toBeLessThanOrEqual(CONNECTIONS)
  expect(lost).toEqual([])
})

test('it is told that somebody else holds what the writer needs', async () => {
  const told: boolean[] = []
  const onLock = (isHeld: boolean) => void told.push(isHeld)
  const node = await openPostgres(url, { readers: 1, onLost: () => undefined, onLock })
  opened.push(node)
  const identity = { imei: '1', imsi: '1', name: '', created_at: 0 }
  await node.db
    .insertInto('controller')
    .values({ id: 1, ...identity })
    .execute()
  const says = `raise exception 'held' using errcode = 'lock_not_available'`
  const refused = `create function refused() returns trigger language plpgsql as $$ begin ${says}; end $$`
  await beside(url, refused, 'create trigger refused before insert on raw_weight_day execute function refused()')
  const nowMs = Date.parse('2026-05-10T10:00:00Z')
  const rows = [{ channel: 1, time: nowMs / 1000, raw: 1 }]
  await expect(node.write('keepRawWeights', { controllerId: 1, nowMs, rows })).rejects.toSatisfy(isLocked)
  expect(told).toEqual([true])
})

test('five hundred queries at once take no more connections than allowed', async () => {
  const slow = Array.from({ length: 500 }, () => sql`select pg_sleep(0.005)`.execute(database.db))
  const counted = await connectionsOf(url)
  await Promise.all(slow)
  expect(counted).toBeLessThanOrEqual(CONNECTIONS)
  expect(counted).toBeGreaterThan(1)
})

test('queries made before closing are answered, even those waiting for a connection', async () => {
  const lane = createPostgresLane(await openPool(url, { max: 2 }))
  const answers = Array.from({ length: 20 }, () =>
    lane.execute({ sql: 'select pg_sleep(0.01), 1 as one', parameters: [] }),
  )
  await lane.close()
  expect((await Promise.all(answers)).map(({ rows }) => rows.length)).toEqual(Array(20).fill(1))
})

test('a server that goes away and comes back is used again', async () => {
  await add('Jura')
  await cluster.crash()
  await expect(names()).rejects.toSatisfy(isStorageUnavailable)
  await expect(add('Bern')).rejects.toSatisfy(isStorageUnavailable)
  await cluster.start()
  await add('Alpen')
  expect(await names()).toContain('Alpen')
})

test.each<[string, (name: string) => string, (name: string) => string]>([
  ['takes nobody in', (name) => `${name} allow_connections false`, (name) => `${name} allow_connections true`],
  ['has another name', (name) => `${name} rename to away`, (name) => `away rename to ${name}`],
])('a database that %s for a while is out of reach, and used again', async (_, away, back) => {
  const place = await newDatabase()
  const name = new URL(place).pathname.slice(1)
  const lane = createPostgresLane(await openPool(place))
  const ask = () => lane.execute({ sql: 'select 1 as one', parameters: [] })
  await cluster.admin(`alter database ${away(name)}`)
  await expect(ask()).rejects.toSatisfy(isStorageUnavailable)
  await cluster.admin(`alter database ${back(name)}`)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  await lane.close()
})

describe('what is kept', () => {
  test('is the number that was given, if it can be represented exactly', async () => {
    const { db } = database
    const times = [Number.MAX_SAFE_INTEGER, -1, 2 ** 31, 0]
    for (const at of times) {
      await db
        .insertInto('audit_forgetting')
        .values({ id: 1, before_ms: at })
        .onConflict((same) => same.column('id').doUpdateSet({ before_ms: at }))
        .execute()
      expect(await db.selectFrom('audit_forgetting').select('before_ms').execute()).toEqual([{ before_ms: at }])
    }
    expect(
      await db
        .selectFrom('audit_forgetting')
        .select('id')
        .where('before_ms', '<', 2 ** 63)
        .execute(),
    ).toHaveLength(1)
    expect(await db.selectFrom('audit_forgetting').select('id').where('id', '=', 1e300).execute()).toEqual([])
  })

  test('is text without NUL and half characters, which is found again by the same text', async () => {
    await add('Ju\0ra')
    await add('Alp\uD83D')
    expect(await names()).toEqual(['Alp\uFFFD', 'Ju\uFFFDra'])
    const found = database.db.selectFrom('region').select('id')
    expect(await found.where('name', '=', 'Ju\0ra').execute()).toHaveLength(1)
    expect(await found.where('name', 'in', ['Ju\0ra', 'x']).execute()).toHaveLength(1)
  })

  test('is ordered by its bytes, whatever the database’s locale', async () => {
    const given = ['Zürich', 'zug', 'Äpfel', 'aarau', 'Aarau', 'Übersee', '😀', 'ﬁ']
    for (const name of given) await add(name)
    expect(await names()).toEqual([...given].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('is found in a list of a hundred thousand', async () => {
    await add('Jura')
    const ids = Array.from({ length: 100_000 }, (_, i) => i)
    expect(await database.db.selectFrom('region').select('name').where('id', 'in', ids).execute()).toHaveLength(1)
    expect(await database.db.selectFrom('region').select('name').where('id', 'not in', []).execute()).toHaveLength(1)
    expect(await database.db.selectFrom('region').select('name').where('id', 'in', []).execute()).toEqual([])
  })

  test('is refused if it is more than a statement can hold', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => ({ name: `${i}` as never, value: 0 }))
    const many = database.db.insertInto('setting').values(rows).execute()
    await expect(many).rejects.toThrow('80000 parameters: write it in parts')
  })
})

test('a connection that falls silent is reported as unreachable, and a new one is opened', async () => {
  const proxy = await startSilentProxy(Number(new URL(url).port))
  const place = new URL(url)
  place.port = String(proxy.port)
  const lane = createPostgresLane(await openPool(place.href, { max: 2, query_timeout: 3000 }))
  const statement = { sql: 'select 1 as one', parameters: [] }
  const transaction = await lane.begin()
  await transaction.execute(statement)
  proxy.silence()
  await expect(transaction.execute(statement)).rejects.toSatisfy(isStorageUnavailable)
  await transaction.rollback()
  await expect(lane.onSnapshot(({ execute }) => execute(statement))).rejects.toSatisfy(isStorageUnavailable)
  proxy.speak()
  const { rows } = await lane.onSnapshot(({ execute }) => execute(statement))
  expect(rows).toEqual([{ one: 1 }])
  const next = await lane.begin()
  await next.commit()
  await lane.close()
  proxy.close()
})

test('two nodes starting at once migrate a new database once', async () => {
  const empty = await newDatabase()
  const nodes = await Promise.all([open(empty), open(empty), open(empty)])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(nodes[0]!.db)
  expect(rows.map(({ name }) => name)).toEqual(migrationNames())
})

test('a lock that another node holds for long is waited for', async () => {
  const failing = sql`select pg_sleep(0)`.execute(database.db)
  await failing
  const pool = await openPool(url, { max: 1 })
  const client = await pool.connect()
  await client.query('begin; lock table region in access exclusive mode')
  const timed = database.db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = 50`.execute(transaction)
    await transaction.selectFrom('region').select('id').execute()
  })
  await expect(timed).rejects.toSatisfy((error) => isLocked(error) && isStorageUnavailable(error))
  await client.query('commit')
  client.release()
  await pool.end()
})

describe('a start says in one sentence what is wrong', () => {
  const changed = (change: (place: URL) => void) => () => {
    const place = new URL(url)
    change(place)
    return place.href
  }
  const prepared =
    (...statements: string[]) =>
    async () => {
      const empty = await newDatabase()
      await beside(empty, ...statements)
      return empty
    }
  test.each<[string, () => string | Promise<string>, RegExp]>([
    [
      'with nobody at the address',
      changed((place) => {
        place.port = '1'
      }),
      /at 127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\): start it, or set DATABASE_URL/,
    ],
    [
      'with a name that nobody has',
      changed((place) => {
        place.hostname = 'nowhere.invalid'
      }),
      /nowhere\.invalid:\d+ cannot be reached/,
    ],
    [
      'with a wrong password',
      changed((place) => {
        place.password = 'honey'
      }),
      /does not let in hivewatch: set DATABASE_URL to the right user and password/,
    ],
    [
      'with a user who is none',
      changed((place) => {
        place.username = 'anna'
      }),
      /does not let in anna/,
    ],
    [
      'with a database that there is not',
      changed((place) => {
        place.pathname = '/nothing'
      }),
      /has no database nothing: create it \(createdb nothing\)/,
    ],
    [
      'with encryption that the server lacks',
      changed((place) => {
        place.search = 'sslmode=verify-full'
      }),
      /cannot be reached \(.*SSL/,
    ],
    [
      'with the database of another program',
      prepared('create table song (title text)'),
      /belongs to another program: set DATABASE_URL to an empty one/,
    ],
    [
      'with migrations of another program',
      prepared('create table kysely_migration (name text)', "insert into kysely_migration values ('song')"),
      /belongs to another program/,
    ],
    [
      'with an encoding that lacks letters',
      () => newDatabase("encoding latin1 template template0 locale_provider libc locale 'C'"),
      /has the encoding LATIN1: create another/,
    ],
  ])('%s', async (_, place, said) => {
    const refused = await upgradePostgres(await place()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(StartError)
    expect((refused as StartError).message).toMatch(said)
    expect((refused as StartError).message).not.toMatch(/\n|bees/)
  })

  test('with a server that is too old', async () => {
    const said = { number: 140_012, version: '14.12 (Debian 14.12-1)', encoding: 'UTF8' }
    const execute = async () => ({ rows: [said], changes: 0, insertId: undefined })
    const old = postgresKysely({ execute, write: execute } as unknown as PostgresLane, { count: 0 })
    await expect(checkVersion(old, url)).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:\d+ is version 14\.12 .*, and 15 is the oldest that works: upgrade it, or set DATABASE_URL/,
    )
  })

  test('with a newer database', async () => {
    await beside(url, "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')")
    await expect(upgradePostgres(url)).rejects.toThrow(/from a newer HiveWatch \(9999-later\): install that version/)
  })

  test('with a standby, which only reads', async () => {
    const empty = await newDatabase()
    await cluster.admin(`alter database ${new URL(empty).pathname.slice(1)} set default_transaction_read_only = on`)
    await expect(upgradePostgres(empty)).rejects.toThrow(/is a read-only standby: set DATABASE_URL to the primary/)
  })

  test('with a user who may not create tables', async () => {
    const empty = await newDatabase()
    await cluster.admin("create user guest password 'honey'")
    const place = new URL(empty)
    place.username = 'guest'
    place.password = 'honey'
    await expect(upgradePostgres(place.href)).rejects.toThrow(
      /guest may not create tables in database .*owner to guest/,
    )
  })

  test('with a schema that does not exist', async () => {
    const empty = await newDatabase()
    await cluster.admin(`alter database ${new URL(empty).pathname.slice(1)} set search_path = hives`)
    await expect(upgradePostgres(empty)).rejects.toThrow(/no schema for the tables of hivewatch: create the one/)
  })

  test('with a migration that fails, of which nothing is kept', async () => {
    const empty = await newDatabase()
    await upgradePostgres(empty)
    const since = "where name = '0062-heard-at'"
    await beside(empty, `delete from kysely_migration ${since}`)
    await expect(upgradePostgres(empty)).rejects.toThrow(
      /migration 0062-heard-at failed: .*heard_at.*nothing of it was kept/,
    )
    await beside(empty, 'alter table notification drop column heard_at')
    await upgradePostgres(empty)
  })
})
