import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { registerBeekeeper } from '../support/browser/app-fixture.ts'
import { addBrowsers, carryOff, quietHive } from './alarming-hive.ts'
import { mailsAt, pushesAt, repeatsOf } from './arrivals.ts'
import { IS_LONG_RUN } from './installation.ts'
import { type Node, nodesForEachTest, readiness } from './nodes.ts'
import { slowServicesForEachTest } from './slow-services.ts'

const ROUNDS = IS_LONG_RUN ? 30 : 2
const BROWSERS = IS_LONG_RUN ? 100 : 30
const ADDRESSES = IS_LONG_RUN ? 40 : 15

const services = slowServicesForEachTest()
const nodes = nodesForEachTest(services.environment)

async function inDatabase<T>(statement: string, values: unknown[] = []): Promise<T[]> {
  const pool = await openPool(nodes.database, { max: 1 })
  try {
    return (await pool.query(statement, values)).rows as T[]
  } finally {
    await pool.end()
  }
}

async function waiting(): Promise<number> {
  const [row] = await inDatabase<{ n: number }>(`select count(*) n from delivery where state = 'due'`)
  return row!.n
}

test('a keeper that is killed or suspended while it sends repeats at most one push and one mail, and loses none', async () => {
  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  let [keeper, other] = pair
  const anna = await registerBeekeeper(keeper.url)
  await addBrowsers(services.push, anna, BROWSERS)
  for (let i = 0; i < ADDRESSES; i++) {
    await inDatabase(
      `insert into notification (account_id, type, address, address_hash, status, created_at)
       select id, 'email', $1, $2, 'active', 0 from account where email = $3`,
      [`anna-${i}@example.org`, randomUUID(), anna.email],
    )
  }

  const counts: { push: number; mail: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await carryOff(other.url, await quietHive(other.url, anna))
    const before = services.push.received.length
    await expect.poll(() => services.push.received.length).toBeGreaterThan(before)
    await pause(Math.random() * 300)
    const standsStill = round % 2 === 1
    if (standsStill) keeper.server.process.kill('SIGSTOP')
    else await keeper.server.kill()
    await expect.poll(() => readiness(other), { interval: 50 }).toBe('ready')
    if (standsStill) keeper.server.process.kill('SIGCONT')
    else await keeper.start()
    await expect.poll(() => readiness(keeper), { interval: 50 }).toBe('passes on')
    ;[keeper, other] = [other, keeper]
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toBe(0)
    // a node that was suspended may only now have written what it was about to
    counts.push({ push: services.push.received.length, mail: mailsAt(services.mail, { areOrders: false }).length })
  }
  for (const node of pair) await node.server.stop()

  const push = pushesAt(services.push)
  const mail = mailsAt(services.mail, { areOrders: false })
  expect(new Set(push.map(({ name }) => name)).size).toBe(ROUNDS * BROWSERS)
  expect(new Set(mail.map(({ name }) => name)).size).toBe(ROUNDS * ADDRESSES)
  expect(services.push.faults).toEqual([])
  const repeats = {
    push: repeatsOf(
      push,
      counts.map((count) => count.push),
    ),
    mail: repeatsOf(
      mail,
      counts.map((count) => count.mail),
    ),
  }
  if (IS_LONG_RUN) console.info(`repeats after each of ${ROUNDS} changes of the keeper:`, JSON.stringify(repeats))
  for (const [kind, times] of Object.entries(repeats))
    expect(Math.max(...times), `${kind} ${times}`).toBeLessThanOrEqual(1)
}, 1_800_000)
