import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Beekeeper, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { addBrowsers, carryOff, quietHive } from './alarming-hive.ts'
import { mailsAt, pushesAt, repeatsOf } from './arrivals.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { slowServicesForEachTest } from './slow-services.ts'

const KILLS = IS_LONG_RUN ? 30 : 1
const BROWSERS = IS_LONG_RUN ? 100 : 16
const ADDRESSES = IS_LONG_RUN ? 40 : 8
const ORDERS = IS_LONG_RUN ? 40 : 8
const LATEST_KILL_MS = IS_LONG_RUN ? 2000 : 300

const services = slowServicesForEachTest()
const place = installationForEachTest(services.environment)

async function addChannels(anna: Beekeeper): Promise<void> {
  await addBrowsers(services.push, anna, BROWSERS)
  inDatabase((database) => {
    const insert = database.prepare(
      `insert into notification (account_id, type, address, address_hash, status, created_at)
       select id, 'email', ?, ?, 'active', 0 from account where email = ?`,
    )
    for (let i = 0; i < ADDRESSES; i++) insert.run(`anna-${i}@example.org`, randomUUID(), anna.email)
  })
}

/** As a fulfilled order does. */
const queueOrderMails = (round: number) =>
  inDatabase((database) => {
    const insert = database.prepare(
      `insert into mail (recipient, subject, text, state, due_at, expires_at, created_at)
       values (?, 'Your order', 'Your keys', 'due', ?, ?, ?)`,
    )
    const now = Date.now()
    for (let i = 0; i < ORDERS; i++) insert.run(`order-${round}-${i}@example.org`, now, now + 86_400_000, now)
  })

function inDatabase<T>(work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'), { timeout: 10_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const arrivals = () => ({
  push: pushesAt(services.push),
  mail: mailsAt(services.mail, { areOrders: false }),
  'order mail': mailsAt(services.mail, { areOrders: true }),
})
type Kind = keyof ReturnType<typeof arrivals>
const kinds: Kind[] = ['push', 'mail', 'order mail']

const waiting = () =>
  inDatabase(
    (database) =>
      database
        .prepare<[], { n: number }>(
          `select (select count(*) from delivery where state = 'due') + (select count(*) from mail where state = 'due') n`,
        )
        .get()!.n,
  )

test('a kill while hundreds of messages are sent repeats at most one push, one mail and one order mail, and loses none', async () => {
  await place.start()
  const anna = await registerBeekeeper(place.url)
  await addChannels(anna)
  const counts: Record<Kind, number>[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    queueOrderMails(kill)
    await carryOff(place.url, await quietHive(place.url, anna))
    const before = services.push.received.length
    await expect.poll(() => services.push.received.length).toBeGreaterThan(before)
    await pause(Math.random() * LATEST_KILL_MS)
    await place.server.kill()
    // what had arrived by then but perhaps was not acknowledged any more
    await pause(100)
    const { push, mail, 'order mail': order } = arrivals()
    counts.push({ push: push.length, mail: mail.length, 'order mail': order.length })
    await place.start()
  }
  await expect.poll(waiting, { timeout: 600_000, interval: 500 }).toBe(0)
  await place.server.stop()

  const all = arrivals()
  expect(new Set(all.push.map(({ name }) => name)).size).toBe(KILLS * BROWSERS)
  expect(new Set(all.mail.map(({ name }) => name)).size).toBe(KILLS * ADDRESSES)
  expect(new Set(all['order mail'].map(({ name }) => name)).size).toBe(KILLS * ORDERS)
  expect(services.push.faults).toEqual([])
  const repeats = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      repeatsOf(
        all[kind],
        counts.map((count) => count[kind]),
      ),
    ]),
  )
  if (IS_LONG_RUN) console.info(`repeats after each of ${KILLS} kills:`, JSON.stringify(repeats))
  for (const kind of kinds) expect(Math.max(...repeats[kind]!), `${kind} ${repeats[kind]}`).toBeLessThanOrEqual(1)
}, 1_800_000)
