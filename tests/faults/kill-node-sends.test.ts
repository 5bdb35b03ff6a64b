import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { registerBeekeeper } from '../support/app-fixture.ts'
import { type MailServerForTests, startMailServer } from '../support/mail-server.ts'
import { type PushServiceForTests, startPushService } from '../support/push-service.ts'
import { addBrowsers, carryOff, quietHive } from './alarming-hive.ts'
import { mailsAt, pushesAt, repeatsOf } from './arrivals.ts'
import { IS_LONG_RUN } from './installation.ts'
import { type Node, nodesForEachTest, readiness } from './nodes.ts'

const ROUNDS = IS_LONG_RUN ? 30 : 2
const BROWSERS = IS_LONG_RUN ? 100 : 30
const ADDRESSES = IS_LONG_RUN ? 40 : 15
const ANSWERS_AFTER_MS = 20

let pushService: PushServiceForTests
let mailServer: MailServerForTests
beforeEach(async () => {
  pushService = await startPushService()
  pushService.state.answersAfterMs = ANSWERS_AFTER_MS
  mailServer = await startMailServer({ answersAfterMs: ANSWERS_AFTER_MS })
})
afterEach(async () => {
  await pushService.close()
  await mailServer.close()
})

const nodes = nodesForEachTest(() => ({
  ALLOW_PRIVATE_ENDPOINTS: 'true',
  PUBLIC_URL: 'http://hives.example.org',
  VAPID_SUBJECT: 'mailto:hives@example.org',
  SMTP_URL: mailServer.url,
}))

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

test('a keeper that is killed or stands still while it sends repeats at most one push and one mail, and loses none', async () => {
  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  let [keeper, other] = pair
  const anna = await registerBeekeeper(keeper.url)
  await addBrowsers(pushService, anna, BROWSERS)
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
    const before = pushService.received.length
    await expect.poll(() => pushService.received.length, { timeout: 60_000 }).toBeGreaterThan(before)
    await pause(Math.random() * 300)
    const standsStill = round % 2 === 1
    if (standsStill) keeper.server.process.kill('SIGSTOP')
    else await keeper.server.kill()
    await expect.poll(() => readiness(other), { timeout: 60_000, interval: 50 }).toBe('ready')
    if (standsStill) keeper.server.process.kill('SIGCONT')
    else await keeper.start()
    await expect.poll(() => readiness(keeper), { timeout: 60_000, interval: 50 }).toBe('passes on')
    ;[keeper, other] = [other, keeper]
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toBe(0)
    // one that stood still may only now have written what it was just about to
    counts.push({ push: pushService.received.length, mail: mailsAt(mailServer, { areOrders: false }).length })
  }
  for (const node of pair) await node.server.stop()

  const push = pushesAt(pushService)
  const mail = mailsAt(mailServer, { areOrders: false })
  expect(new Set(push.map(({ name }) => name)).size).toBe(ROUNDS * BROWSERS)
  expect(new Set(mail.map(({ name }) => name)).size).toBe(ROUNDS * ADDRESSES)
  expect(pushService.faults).toEqual([])
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
