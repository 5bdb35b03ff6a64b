import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createOngoingTelling } from './tell-ongoing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let app: TestApp
let anna: Client
let tell: () => Promise<void>
let transmitter: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  tell = createOngoingTelling(app.deps)
  transmitter = await app.claim(anna)
  await app.addScale(anna, transmitter.id, 1)
  await anna.post('/notification', { type: 'webhook', address: 'https://example.org/hook' })
})
afterEach(() => app.close())

/** Everything measured in a span arrives at once; `weightAt`: by how many hours ago it was measured. */
async function arrive(weightAt: (hoursAgo: number) => number, from = 12, to = 0) {
  const readings = []
  for (let ago = from * HOUR; ago >= to * HOUR; ago -= 10 * MINUTE)
    readings.push({ time: new Date(app.clock.now() - ago).toISOString(), channel: 1, weight: weightAt(ago / HOUR) })
  const { imei, imsi, deviceKey } = transmitter
  const headers = { authorization: `Bearer ${deviceKey}` }
  expect((await app.nobody.post('/ingest', { imei, imsi, readings }, headers)).status).toBe(200)
  await app.deps.ingest.settled()
}
const told = async () =>
  (
    await app.db
      .selectFrom('alarm')
      .leftJoin('delivery', 'delivery.alarm_id', 'alarm.id')
      .select(['type', 'status', 'stage'])
      .execute()
  ).map(({ type, status, stage }) => [type, status, stage])

const stolen = (ago: number) => (ago > 9 ? 40 : 1)
const untold = [['disturbance', 'open', null]]

test('a hive that is still gone when its readings arrive hours later rings, once', async () => {
  await arrive(stolen)
  expect(await told()).toEqual(untold)
  await tell()
  await tell()
  expect(await told()).toEqual([['disturbance', 'open', 'rang']])
  expect(app.wakes.count).toBeGreaterThan(0)
})

test('so does one whose readings arrive in parts, once the newest ones are in', async () => {
  await arrive(stolen, 12, 7)
  await tell()
  expect(await told()).toEqual(untold)
  await arrive(stolen, 7, 0)
  await tell()
  expect(await told()).toEqual([['disturbance', 'open', 'rang']])
})

test('one that stands again by then does not ring', async () => {
  await arrive((ago) => (ago > 9 || ago < 3 ? 40 : 1))
  await tell()
  expect(await told()).toEqual([['disturbance', 'closed', null]])
})

test.each([
  ['was muted when it happened', () => mute(app.clock.now() - 8 * HOUR)],
  ['is muted', () => mute(null)],
  ['was judged', async () => void (await app.db.updateTable('alarm').set({ verdict: 'hands' }).execute())],
  ['is not sure', async () => void (await app.db.updateTable('alarm').set({ confidence_percent: 45 }).execute())],
])('one that %s does not ring', async (_, change) => {
  await arrive(stolen)
  await change()
  await tell()
  expect(await told()).toEqual(untold)
})

test('somebody else’s mute keeps nothing from its owner', async () => {
  const berta = await app.signIn('berta@example.org')
  await arrive(stolen)
  await mute(null, berta)
  await tell()
  expect(await told()).toEqual([['disturbance', 'open', 'rang']])
})

const mute = async (until: number | null, whose = anna) => {
  const row = { account_id: whose.accountId, controller_id: transmitter.id, notification_type: 'disturbance' } as const
  await app.db
    .insertInto('mute')
    .values({ ...row, until })
    .execute()
}

test('one that happened more than a day ago does not ring', async () => {
  await arrive((ago) => (ago > 26 ? 40 : 1), 30)
  await tell()
  expect(await told()).toEqual(untold)
})
