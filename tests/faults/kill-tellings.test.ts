import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Beekeeper, type ClaimedController, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { addBrowsers, quietHive } from './alarming-hive.ts'
import { repeatsOf } from './arrivals.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { slowServicesForEachTest } from './slow-services.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const KILLS = IS_LONG_RUN ? 8 : 1
const BROWSERS = 16
const ADDRESSES = 8
const LATEST_KILL_MS = 300
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How long the server starts before it checks what is due: it does not catch up on a check it missed. */
const STARTS_BEFORE_MS = 15 * SECOND
const SOON = { timeout: 90_000, interval: 100 }

const services = slowServicesForEachTest()
const place = installationForEachTest(() => ({
  ...services.environment(),
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: path.join(place.folder, 'offset'),
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
}))

let aheadSeconds = 0
const serverNow = () => Date.now() + aheadSeconds * SECOND

/** Starts the server, by its own clock, just before its next check: `at` minutes after each multiple of `every` minutes. */
async function startBefore({ every, at }: { every: number; at: number }): Promise<void> {
  const span = every * MINUTE
  const next = Math.ceil((serverNow() + STARTS_BEFORE_MS - at * MINUTE) / span) * span + at * MINUTE
  aheadSeconds += Math.floor((next - STARTS_BEFORE_MS - serverNow()) / SECOND)
  writeFileSync(path.join(place.folder, 'offset'), `+${aheadSeconds}\n`)
  await place.start()
}

function inDatabase<T>(work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'), { timeout: 10_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** A confirmed swarm with a follow-up that is due today. */
const swarm = (controllerId: number): void =>
  inDatabase((database) => {
    const startedAt = Math.floor((serverNow() - 8 * DAY - 8 * HOUR) / SECOND)
    const { id: scaleId } = database
      .prepare<[number], { id: number }>('select id from scale where controller_id = ?')
      .get(controllerId)!
    database
      .prepare(
        `insert into alarm (controller_id, scale_id, type, status, verdict, started_at, detected_at, weight_change_grams,
           own_confidence_percent, own_why, confidence_percent, why)
         values (?, ?, 'swarm', 'confirmed', 'confirmed', ?, ?, -1800, 80, '[]', 80, '[]')`,
      )
      .run(controllerId, scaleId, startedAt, startedAt + 600)
  })

const addAddresses = (anna: Beekeeper) =>
  inDatabase((database) => {
    const insert = database.prepare(
      `insert into notification (account_id, type, address, address_hash, status, created_at)
       select id, 'email', ?, ?, 'active', 0 from account where email = ?`,
    )
    for (let i = 0; i < ADDRESSES; i++) insert.run(`anna-${i}@example.org`, randomUUID(), anna.email)
  })

const waiting = () =>
  inDatabase(
    (database) =>
      database
        .prepare<[], { n: number }>(
          `select (select count(*) from delivery where state = 'due') + (select count(*) from mail where state = 'due') n`,
        )
        .get()!.n,
  )

/** The messages about swarms and weeks that arrived, by recipient. */
const arrivals = () => ({
  push: services.push.received.map(({ subscriber, message, topic }) => ({
    name: `${subscriber} ${message.notification.tag}`,
    same: `${topic}`,
  })),
  mail: services.mail.received.map(({ to, raw }) => ({
    name: `${to[0]} ${/[?&]alarm=(?:3D)?(\d+)/.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? 'week'}`,
    same: /^Message-ID: (.+)$/im.exec(raw)![1]!,
  })),
})
const countOf = () => {
  const { push, mail } = arrivals()
  return { push: push.length, mail: mail.length }
}

/** Kills the server soon after it has begun to send. */
async function killAmidTelling(): Promise<{ push: number; mail: number }> {
  const before = countOf()
  await expect.poll(() => countOf().push + countOf().mail, SOON).toBeGreaterThan(before.push + before.mail)
  await pause(Math.random() * LATEST_KILL_MS)
  await place.server.kill()
  // what had arrived by then but perhaps was not acknowledged any more
  await pause(100)
  return countOf()
}

test.runIf(existsSync(LIBRARY))(
  'a kill while reminders of swarms are sent loses none, and repeats at most one push and one mail',
  async () => {
    await startBefore({ every: 5, at: 0 })
    const anna = await registerBeekeeper(place.url)
    // a second swarm of the same hive has no reminders of its own
    const hives: ClaimedController[] = []
    for (let kill = 0; kill < KILLS; kill++) hives.push(await quietHive(place.url, anna))
    await addBrowsers(services.push, anna, BROWSERS)
    addAddresses(anna)
    await place.server.stop()
    const counts: { push: number; mail: number }[] = []
    for (const { id } of hives) {
      swarm(id)
      await startBefore({ every: 5, at: 0 })
      counts.push(await killAmidTelling())
    }
    await startBefore({ every: 5, at: 0 })
    await expect.poll(waiting, SOON).toBe(0)
    // it checks once more, and sends nothing again
    await pause(STARTS_BEFORE_MS + 5 * SECOND)
    expect(waiting()).toBe(0)
    await place.server.stop()

    const { push, mail } = arrivals()
    expect(new Set(push.map(({ name }) => name)).size).toBe(KILLS * BROWSERS)
    expect(new Set(mail.map(({ name }) => name)).size).toBe(KILLS * ADDRESSES)
    expect(services.push.faults).toEqual([])
    for (const [kind, all] of [
      ['push', push],
      ['mail', mail],
    ] as const) {
      const repeats = repeatsOf(
        all,
        counts.map((count) => count[kind]),
      )
      expect(Math.max(...repeats), `${kind} ${repeats}`).toBeLessThanOrEqual(1)
    }
  },
  1_800_000,
)

test.runIf(existsSync(LIBRARY) && IS_LONG_RUN)(
  'a kill while the weekly message is sent loses none, and repeats at most one push and one mail',
  async () => {
    const keepers: Beekeeper[] = []
    await startBefore({ every: 10, at: 4 })
    for (let i = 0; i < BROWSERS; i++) {
      const keeper = await registerBeekeeper(place.url)
      await quietHive(place.url, keeper)
      if (i % 2 === 0) await addBrowsers(services.push, keeper, 1)
      keepers.push(keeper)
    }
    await place.server.stop()
    const now = new Date(serverNow() + 10 * MINUTE)
    inDatabase((database) => {
      const insert = database.prepare(
        `insert into season_digest (account_id, way, weekday, hour, time_zone)
         select id, ?, ?, ?, 'UTC' from account where email = ?`,
      )
      for (const [i, { email }] of keepers.entries())
        insert.run(i % 2 === 0 ? 'push' : 'email', now.getUTCDay() || 7, now.getUTCHours(), email)
    })
    await startBefore({ every: 10, at: 4 })
    const counts = [await killAmidTelling()]
    for (let kill = 1; kill < 3; kill++) {
      await startBefore({ every: 10, at: 4 })
      await pause(Math.random() * 2 * STARTS_BEFORE_MS)
      await place.server.kill()
      await pause(100)
      counts.push(countOf())
    }
    await startBefore({ every: 10, at: 4 })
    await pause(STARTS_BEFORE_MS + 5 * SECOND)
    await expect.poll(waiting, SOON).toBe(0)
    await place.server.stop()

    const { push, mail } = arrivals()
    expect(new Set(push.map(({ name }) => name)).size).toBe(BROWSERS / 2)
    expect(new Set(mail.map(({ name }) => name)).size).toBe(BROWSERS / 2)
    for (const all of [push, mail])
      expect(
        Math.max(
          ...repeatsOf(
            all,
            counts.map((count) => (all === push ? count.push : count.mail)),
          ),
        ),
      ).toBeLessThanOrEqual(1)
  },
  1_800_000,
)
