import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../../../tests/support/server/postgres-cluster.ts'
import { connectBlocking } from '../../platform/db/blocking-postgres.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import { createPostgresLane, type PostgresLane } from '../../platform/db/postgres-lane.ts'
import { openPool } from '../../platform/db/postgres-pool.ts'
import { postgresKysely } from '../../store/connect-postgres.ts'
import { upgradePostgres } from '../../store/open-postgres.ts'
import {
  claimKeeping,
  endHeldTransactions,
  insertNode,
  noteKeys,
  noteLostNodes,
  releaseKeeping,
  renewKeeping,
  selectKeeper,
  selectOthers,
  stopNode,
  touchNode,
} from './node-queries.ts'

const LEASE_MS = 60_000

let cluster: PostgresCluster
let url: string
let lane: PostgresLane
let db: ReturnType<typeof postgresKysely>
const node = (id: string, session = `session of ${id}`) => ({ id, session, address: `http://${id}:8080`, version: '1' })
const openLane = async (epoch?: number) => createPostgresLane(await openPool(url, { max: 2 }), { epoch })

beforeAll(async () => {
  cluster = await startCluster()
  url = cluster.url('postgres')
  await upgradePostgres(url)
  lane = await openLane()
  db = postgresKysely(lane, { count: 0 })
})
afterAll(async () => {
  await lane.close()
  await cluster.stop()
})
beforeEach(async () => {
  await db.deleteFrom('keeping').execute()
  await db.deleteFrom('node').execute()
  await db.deleteFrom('setting').execute()
})

const count = async () => (await db.selectFrom('setting').select('name').execute()).length
const insert = (key: string) => ({ sql: 'insert into setting (name, value) values ($1, $2)', parameters: [key, '1'] })

test('of many nodes that want to be the keeper one is, until its lease is over', async () => {
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((id) => claimKeeping(db, node(id), LEASE_MS)))
  expect(claims.filter((epoch) => epoch !== undefined)).toEqual([1])
  const { holder } = (await selectKeeper(db))!
  const other = ['a', 'b', 'c', 'd'].find((id) => id !== holder)!
  expect(await claimKeeping(db, node(other), LEASE_MS)).toBeUndefined()
  expect(await renewKeeping(db, 1, -1)).toBe(true)
  expect(await selectKeeper(db)).toMatchObject({ holder, epoch: 1, isOver: true })
  expect(await claimKeeping(db, node(other), LEASE_MS)).toBe(2)
  expect(await renewKeeping(db, 1, LEASE_MS)).toBe(false)
  await releaseKeeping(db, 1)
  expect(await selectKeeper(db)).toMatchObject({ holder: other, epoch: 2, isOver: false })
  await releaseKeeping(db, 2)
  expect(await selectKeeper(db)).toMatchObject({ isOver: true })
})

test('a restarted node goes on at once, and its former process can no longer write', async () => {
  await claimKeeping(db, node('a'), LEASE_MS)
  const former = await openLane(1)
  await former.write(insert('before'))
  expect(await claimKeeping(db, node('a', 'another process'), LEASE_MS)).toBe(2)
  await expect(former.write(insert('after'))).rejects.toThrow(expect.toSatisfy(isStorageUnavailable))
  await expect(former.begin()).rejects.toThrow(expect.toSatisfy(isStorageUnavailable))
  expect(await count()).toBe(1)
  await former.close()
})

test('a failed single statement of the keeper reports its error, and its connection serves the next one', async () => {
  await claimKeeping(db, node('a'), LEASE_MS)
  const keeper = await openLane(1)
  await keeper.write(insert('a'))
  await expect(keeper.write(insert('a'))).rejects.toThrow(/duplicate key/)
  expect((await keeper.write(insert('b'))).changes).toBe(1)
  expect((await Promise.all(Array.from({ length: 20 }, (_, i) => keeper.write(insert(`c ${i}`))))).length).toBe(20)
  expect(await count()).toBe(22)
  await keeper.close()
})

test('the writer’s tasks write only in their epoch, inside a transaction or outside', async () => {
  await claimKeeping(db, node('a'), LEASE_MS)
  const writer = connectBlocking(url, 1)
  const add = (key: string) => writer.write('insert into setting (name, value) values ($1, $2)', [key, '1'])
  add('alone')
  writer.transaction(() => add('in one')).immediate()
  expect(() => add('alone')).toThrow(/duplicate key/)
  add('after what failed')
  expect(await count()).toBe(3)
  await claimKeeping(db, node('a', 'another process'), LEASE_MS)
  expect(() => add('late')).toThrow(expect.toSatisfy(isStorageUnavailable))
  expect(() => writer.transaction(() => add('late')).immediate()).toThrow(/another node keeps/)
  const asking = writer.transaction(() => writer.ask('select name from setting'))
  expect(() => asking.immediate()).toThrow(/another node keeps/)
  expect(writer.inTransaction).toBe(false)
  expect(writer.ask('select name from setting').rows.length).toBe(3)
  writer.close()
})

test('a take-over waits for transactions that have begun, unless one stands still for longer than the lease', async () => {
  await claimKeeping(db, node('a'), -1)
  const keeper = await openLane(1)
  const begun = await keeper.begin()
  await begun.execute(insert('begun'))
  const claim = claimKeeping(db, node('b'), LEASE_MS)
  expect(await Promise.race([claim, pause(200, 'waits')])).toBe('waits')
  await begun.commit()
  expect(await claim).toBe(2)
  expect(await count()).toBe(1)

  await renewKeeping(db, 2, -1)
  const next = await openLane(2)
  const stuck = await next.begin()
  await stuck.execute(insert('stuck'))
  await endHeldTransactions(db)
  expect(await claimKeeping(db, node('a'), LEASE_MS)).toBe(3)
  await expect(stuck.commit()).rejects.toThrow(expect.toSatisfy(isStorageUnavailable))
  expect(await count()).toBe(1)
  await Promise.all([keeper.close(), next.close()])
})

test('renewing the lease waits for no transaction, however long that takes', async () => {
  await claimKeeping(db, node('a'), LEASE_MS)
  const keeper = await openLane(1)
  const begun = await keeper.begin()
  await begun.execute(insert('begun'))
  expect(await renewKeeping(db, 1, LEASE_MS)).toBe(true)
  await begun.commit()
  await keeper.close()
})

test('a silent node is lost, reported once, until it is back', async () => {
  await insertNode(db, node('a'))
  await insertNode(db, node('b'))
  expect(await noteLostNodes(db, LEASE_MS)).toEqual([])
  await db.updateTable('node').set({ seen_at: 1000 }).where('id', '=', 'b').execute()
  expect(await noteLostNodes(db, LEASE_MS)).toEqual([{ id: 'b', address: 'http://b:8080' }])
  expect(await noteLostNodes(db, LEASE_MS)).toEqual([])
  expect(await selectOthers(db, 'a', LEASE_MS)).toEqual([])
  await pause(2)
  expect(await touchNode(db, node('b'), null)).toBeGreaterThan(1000)
  expect(await selectOthers(db, 'a', LEASE_MS)).toEqual([{ address: 'http://b:8080', version: '1' }])
  await stopNode(db, node('b'))
  expect(await selectOthers(db, 'a', LEASE_MS)).toEqual([])
})

test('a node that comes back without having stopped was lost when it was last seen, and is no longer lost', async () => {
  const lostAt = async () => (await db.selectFrom('node').select('lost_at').executeTakeFirstOrThrow()).lost_at
  await insertNode(db, node('a', 'first'))
  expect(await lostAt()).toBe(null)
  await db.updateTable('node').set({ seen_at: 1000 }).execute()
  await insertNode(db, node('a', 'after a crash'))
  expect(await lostAt()).toBe(1000)
  expect(await noteLostNodes(db, LEASE_MS)).toEqual([])
  await stopNode(db, node('a', 'after a crash'))
  await insertNode(db, node('a', 'after a stop'))
  expect(await lostAt()).toBe(1000)
})

test('of two processes with one id the later one wins', async () => {
  await insertNode(db, node('a', 'first'))
  await insertNode(db, node('a', 'copy'))
  expect(await touchNode(db, node('a', 'first'), null)).toBeUndefined()
  expect(await touchNode(db, node('a', 'copy'), null)).toBeDefined()
})

test('a node that was forgotten while it was away is known again, and no copy of another', async () => {
  await insertNode(db, node('a'))
  await db.deleteFrom('node').execute()
  expect(await touchNode(db, node('a'), 6000)).toBeGreaterThan(1000)
  const { lost_at, clock_ahead_ms, ...known } = await db.selectFrom('node').selectAll().executeTakeFirstOrThrow()
  expect(known).toMatchObject({ ...node('a'), stopped_at: null })
  expect([lost_at, clock_ahead_ms]).toEqual([null, 6000])
})

test('the keys of the first keeper become those of all', async () => {
  await claimKeeping(db, node('a'), LEASE_MS)
  expect(await noteKeys(db, 'first')).toBe('first')
  expect(await noteKeys(db, 'second')).toBe('first')
})
