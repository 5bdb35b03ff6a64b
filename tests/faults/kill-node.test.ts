import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { startSilentProxy } from '../support/services/silent-proxy.ts'
import { IS_LONG_RUN } from './installation.ts'
import { LEASE_MS, type Node, nodesForEachTest, readiness } from './nodes.ts'
import { startSteadyLoad } from './steady-load.ts'

const KILLS = IS_LONG_RUN ? 30 : 2
const STOPPED_MS = IS_LONG_RUN ? 60_000 : 3 * LEASE_MS
/** A lease renewed just now, half a lease until somebody checks, and startup work. */
const TAKEN_OVER_MS = 2 * LEASE_MS
/** On a busy machine, the processors may be occupied by other processes. */
const SLACK_MS = 20_000

const nodes = nodesForEachTest()

/** The addresses of the nodes that the fleet shows as lost at some time. */
async function lostNodes(): Promise<unknown[]> {
  const pool = await openPool(nodes.database, { max: 1 })
  const { rows } = await pool.query('select address from node where lost_at is not null')
  await pool.end()
  return rows.map(({ address }) => address)
}

test('killing either node under load loses nothing that was acknowledged, and the other takes over', async () => {
  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  const load = await startSteadyLoad(pair)
  const away: number[] = []
  const lost = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    await load.more(100)
    await pause(Math.random() * 300)
    const [killed, other] = Math.random() < 0.5 ? pair : [pair[1], pair[0]]
    await killed.server.kill()
    lost.add(killed.url)
    const begun = performance.now()
    await expect.poll(() => readiness(other), { timeout: TAKEN_OVER_MS + SLACK_MS, interval: 20 }).toBe('ready')
    await load.more(1)
    away.push(Math.round(performance.now() - begun))
    await killed.start()
  }
  await load.stop()
  await load.expectKept()
  expect(await lostNodes()).toEqual(expect.arrayContaining([...lost]))
  if (IS_LONG_RUN)
    console.info(`ms without a keeper after each of ${KILLS} kills, of leases of ${LEASE_MS}:`, away.join(' '))
  for (const node of pair) await node.server.stop()
}, 1_800_000)

test('a keeper that is suspended and resumed no longer writes, and passes requests on', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start()
  await second.start()
  expect([await readiness(first), await readiness(second)]).toEqual(['ready', 'passes on'])
  const load = await startSteadyLoad([first, second])
  await load.more(100)
  first.server.process.kill('SIGSTOP')
  await expect.poll(() => readiness(second), { timeout: TAKEN_OVER_MS + SLACK_MS, interval: 50 }).toBe('ready')
  await pause(STOPPED_MS - LEASE_MS)
  await load.more(50)
  first.server.process.kill('SIGCONT')
  await expect.poll(() => readiness(first), { timeout: SLACK_MS, interval: 20 }).toBe('passes on')
  await load.more(100)
  await load.stop()
  await load.expectKept()
  expect(first.server.output()).toContain('another node keeps the database now')
  expect(await readiness(second)).toBe('ready')

  // and it takes over again when its turn comes
  await second.server.stop()
  await expect.poll(() => readiness(first), { timeout: SLACK_MS }).toBe('ready')
  expect(first.server.process.exitCode).toBeNull()
}, 300_000)

test('when a keeper is cut off from PostgreSQL, the other takes over; the first passes requests on once it is back', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  const url = new URL(nodes.database)
  const proxy = await startSilentProxy(Number(url.port))
  url.port = String(proxy.port)
  await first.start({ DATABASE_URL: url.href })
  await second.start()
  const load = await startSteadyLoad([first, second])
  await load.more(100)
  proxy.silence()
  await expect.poll(() => readiness(second), { timeout: TAKEN_OVER_MS + SLACK_MS, interval: 50 }).toBe('ready')
  await load.more(50)
  expect(await readiness(first)).not.toBe('passes on')
  proxy.speak()
  await expect.poll(() => readiness(first)).toBe('passes on')
  await load.more(50)
  await load.stop()
  await load.expectKept()
  expect(first.server.process.exitCode).toBeNull()
  proxy.close()
}, 300_000)

test('after PostgreSQL crashes and restarts, both nodes find it, and one is the keeper', async () => {
  const pair = await nodes.make(2)
  for (const node of pair) await node.start()
  const load = await startSteadyLoad(pair)
  for (const awayMs of IS_LONG_RUN ? [0, 3 * LEASE_MS, 60_000] : [0, 1.5 * LEASE_MS]) {
    await load.more(100)
    await nodes.cluster.crash()
    await pause(awayMs)
    await nodes.cluster.start()
    await load.more(100)
  }
  await load.stop()
  // one node alone may have accepted the last requests before the other found the database
  const readinesses = async () => (await Promise.all(pair.map(readiness))).sort()
  await expect.poll(readinesses).toEqual(['passes on', 'ready'])
  await load.expectKept()
  for (const { server } of pair) expect(server.process.exitCode).toBeNull()
  expect(await readinesses()).toEqual(['passes on', 'ready'])
}, 600_000)

test('while PostgreSQL is read-only, as a standby of it is, no node says that it is ready', async () => {
  const pair = await nodes.make(2)
  for (const node of pair) await node.start()
  const readinesses = async () => (await Promise.all(pair.map(readiness))).sort()
  const setReadOnly = async (isReadOnly: boolean) => {
    await nodes.cluster.admin(`alter system set default_transaction_read_only = ${isReadOnly}`)
    await nodes.cluster.admin('select pg_reload_conf()')
  }
  await setReadOnly(true)
  await expect.poll(readinesses, { timeout: SLACK_MS }).toEqual(['not ready', 'not ready'])
  await setReadOnly(false)
  await expect.poll(readinesses, { timeout: SLACK_MS }).toEqual(['passes on', 'ready'])
}, 300_000)
