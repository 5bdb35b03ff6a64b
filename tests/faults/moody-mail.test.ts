import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Beekeeper, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { type MailMood, startMoodyMailServer } from '../support/services/moody-mail-server.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'
import { startStuckServer } from '../support/services/stuck-server.ts'
import { addBrowsers, carryOff, pushesOf, quietHive } from './alarming-hive.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

/** How long the server waits for an answer to one step of a mail. */
const ONE_STEP_MS = 10_000
const SOON = { timeout: 30_000, interval: 100 }
/** Covers three attempts without an answer, and the pause after them. */
const AFTER_A_PAUSE = { timeout: 60_000, interval: 200 }

type MailServer = Awaited<ReturnType<typeof startMoodyMailServer>>
let pushService: PushServiceForTests
let mail: MailServer
beforeEach(async () => {
  pushService = await startPushService()
  mail = await startMoodyMailServer()
})
afterEach(async () => {
  await pushService.close()
  await mail.close()
})

const place = installationForEachTest(() => ({
  ALLOW_PRIVATE_ENDPOINTS: 'true',
  PUBLIC_URL: 'http://hives.example.org',
  VAPID_SUBJECT: 'mailto:hives@example.org',
  SMTP_URL: mail.url,
}))

function addChannels(of: Beekeeper, type: 'email' | 'sms', addresses: readonly string[]): void {
  const database = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'), { timeout: 10_000 })
  const insert = database.prepare(
    `insert into notification (account_id, type, address, address_hash, status, created_at)
     select id, ?, ?, ?, 'active', 0 from account where email = ?`,
  )
  for (const address of addresses) insert.run(type, address, randomUUID(), of.email)
  database.close()
}

async function troubles(): Promise<string[]> {
  const ready = (await (await fetch(`${place.url}/readyz`)).json()) as { troubles: { kind: string }[] }
  return ready.troubles.map(({ kind }) => kind)
}

async function stopsSoon(): Promise<void> {
  const begun = performance.now()
  await place.server.stop()
  expect(place.server.process.exitCode).toBe(0)
  expect(performance.now() - begun).toBeLessThan(ONE_STEP_MS)
}

test('addresses at which the mail server hangs delay nobody else’s mail for longer than a pause', async () => {
  mail.state.mood = 'hangs'
  await place.start()
  const eve = await registerBeekeeper(place.url)
  addChannels(
    eve,
    'email',
    Array.from({ length: 12 }, (_, i) => `hangs-${i}@example.org`),
  )
  await carryOff(place.url, await quietHive(place.url, eve))
  await expect.poll(troubles, AFTER_A_PAUSE).toContain('mail_failing')
  const anna = await registerBeekeeper(place.url)
  addChannels(anna, 'email', ['anna@example.org'])
  await addBrowsers(pushService, anna, 1)
  const hive = await quietHive(place.url, anna)
  await carryOff(place.url, hive)
  await expect.poll(() => pushesOf(pushService, hive).length, SOON).toBe(1)
  await expect.poll(() => mail.received, AFTER_A_PAUSE).toContain('anna@example.org')
  await stopsSoon()
}, 180_000)

const moods: MailMood[] = ['silent', 'greets421', 'from451', 'from550', 'closesAmidData', 'silentAfterData', 'tlsNever']

test.runIf(IS_LONG_RUN).each(moods)(
  'mails that failed while the mail server misbehaved arrive later: %s',
  async (mood) => {
    mail.state.mood = mood
    await place.start()
    const anna = await registerBeekeeper(place.url)
    const addresses = [1, 2, 3, 4].map((i) => `anna-${i}@example.org`)
    addChannels(anna, 'email', addresses)
    await addBrowsers(pushService, anna, 1)
    const hive = await quietHive(place.url, anna)
    await carryOff(place.url, hive)
    await expect.poll(() => pushesOf(pushService, hive).length, SOON).toBe(1)
    await expect.poll(troubles, AFTER_A_PAUSE).toContain('mail_failing')
    mail.state.mood = 'takes'
    await expect.poll(() => new Set(mail.received), { timeout: 180_000, interval: 500 }).toEqual(new Set(addresses))
    await expect.poll(troubles, SOON).not.toContain('mail_failing')
    await stopsSoon()
  },
  300_000,
)

test.runIf(IS_LONG_RUN)(
  'an SMS gateway that hangs delays no push and no mail, and administrators are told',
  async () => {
    const gateway = await startStuckServer()
    await place.start({ SMS_URL: `http://${gateway.address}/send?to={to}&text={text}` })
    const anna = await registerBeekeeper(place.url)
    addChannels(anna, 'sms', ['+41791234561', '+41791234562', '+41791234563', '+41791234564'])
    addChannels(anna, 'email', ['anna@example.org'])
    await addBrowsers(pushService, anna, 1)
    const hive = await quietHive(place.url, anna)
    await carryOff(place.url, hive)
    await expect.poll(() => [pushesOf(pushService, hive).length, mail.received.length], SOON).toEqual([1, 1])
    await expect.poll(troubles, AFTER_A_PAUSE).toContain('sms_failing')
    expect(gateway.state.most).toBeLessThanOrEqual(4)
    await stopsSoon()
    await gateway.close()
  },
  180_000,
)
