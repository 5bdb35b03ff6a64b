import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { issueOrderKeys } from '../../../shop/subscriptions/issue-order-keys.ts'
import { createTransmitterWatch } from './watch-transmitters.ts'

const MINUTE = 60_000
const DAY = 24 * 3600_000

let app: TestApp
let anna: Client
let controllerId: number
let endsAt: number

async function start(environment: Record<string, string> = {}) {
  app = await createTestApp({ TRIAL_DAYS: '100', ...environment })
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  endsAt = app.clock.now() + 100 * DAY
}

beforeEach(() => start())
afterEach(() => app.close())

const watch = () => createTransmitterWatch(app.deps)()
const watchAt = (time: number) => {
  app.clock.set(new Date(time).toISOString())
  return watch()
}
const before = (days: number) => watchAt(endsAt - days * DAY)
const alarms = () => app.db.selectFrom('alarm').select(['type', 'status', 'why']).orderBy('id').execute()
const deliveries = async () => (await app.db.selectFrom('delivery').select('id').execute()).length
const reason = (code: string) => ({ type: 'subscription', why: JSON.stringify([{ code, values: { end: endsAt } }]) })
const ending = () => reason('subscriptionEnding')
const ended = () => reason('subscriptionEnded')
const open = { status: 'open' }
const closed = { status: 'closed' }

async function renew(days: number): Promise<void> {
  const issue = { term: { years: 0, days }, count: 1, uses: 1, source: 'test', expiresAt: null }
  const [orderKey] = await issueOrderKeys(app.deps, issue)
  const again = await app.request('POST', '/user/login', {
    body: { email: 'anna@example.org', password: sent(PASSWORD) },
  })
  const cookie = cookieOf(again.headers)
  const { status } = await app.request('POST', `/controller/${controllerId}/renew`, {
    body: { orderKey },
    headers: { cookie },
  })
  expect(status).toBe(200)
}

test('the owner is told 30, 7 and 1 days before the end and on the day, once each', async () => {
  await watchAt(endsAt - 30 * DAY - 1)
  expect(await alarms()).toEqual([])
  for (const [days, told] of [
    [30, [{ ...ending(), ...open }]],
    [7, [closed, { ...ending(), ...open }]],
    [1, [closed, closed, { ...ending(), ...open }]],
    [0, [closed, closed, closed, { ...ended(), ...open }]],
  ] as const) {
    for (const moment of [0, 0, 5 * MINUTE]) await watchAt(endsAt - days * DAY + moment)
    expect(await alarms()).toMatchObject(told)
    expect(await deliveries()).toBe(told.length)
  }
  await watchAt(endsAt + 400 * DAY)
  expect(await deliveries()).toBe(4)
})

test('each ends when the next is told, and none that comes later moves its end', async () => {
  for (const days of [30, 7, 1]) await before(days)
  const endings = async () =>
    (await app.db.selectFrom('alarm').select('ended_at').orderBy('id').execute()).map(({ ended_at }) => ended_at)
  const over = [endsAt - 7 * DAY, endsAt - DAY].map((time) => time / 1000)
  expect(await endings()).toEqual([...over, null])
  await renew(365)
  expect(await endings()).toEqual([...over, app.clock.now() / 1000])
})

test('reminders that were missed are not made up for; only the latest is told', async () => {
  await before(0.5)
  expect(await alarms()).toMatchObject([{ ...ending(), ...open }])
  await watchAt(endsAt + 90 * DAY)
  expect(await alarms()).toMatchObject([closed, { ...ended(), ...open }])
})

test('a clock that jumps ahead and back tells nothing twice and skips nothing', async () => {
  await before(30)
  await watchAt(endsAt + DAY)
  expect(await alarms()).toMatchObject([closed, { ...ended(), ...open }])
  await before(29)
  expect(await alarms()).toMatchObject([closed, closed])
  expect(await deliveries()).toBe(2)
  await before(7)
  await before(1)
  expect(await deliveries()).toBe(4)
  await before(0)
  expect(await deliveries()).toBe(4)
})

test('a renewal ends the alarm at once, and the next end is told again', async () => {
  await before(7)
  const seen: string[] = []
  app.deps.events.subscribe(({ type }) => seen.push(type))
  await renew(100)
  expect(await alarms()).toMatchObject([closed])
  expect(seen).toEqual(['controller', 'alarm'])
  await watch()
  expect(await deliveries()).toBe(1)
  endsAt += 100 * DAY
  await before(30)
  expect(await alarms()).toMatchObject([closed, { ...ending(), ...open }])
})

test('a renewal removes the warning of the end from the phone', async () => {
  await app.db.updateTable('notification').set({ type: 'push' }).execute()
  await before(7)
  app.wakes.count = 0
  await renew(100)
  const told = await app.db.selectFrom('delivery').select('stage').orderBy('id').execute()
  expect(told.map(({ stage }) => stage)).toEqual(['rang', 'closed'])
  expect(app.wakes.count).toBe(1)
})

test('a renewal for only some days is told again too', async () => {
  await before(7)
  await renew(3)
  endsAt += 3 * DAY
  await watch()
  expect(await alarms()).toMatchObject([closed, { ...ending(), ...open }])
})

test('if an administrator moves the end away, the alarm closes', async () => {
  await before(1)
  await app.db.updateTable('controller').set({ subscription_ends_at: null }).execute()
  await watch()
  expect(await alarms()).toMatchObject([closed])
})

test('nobody is told if nobody owns the transmitter or the owner has muted it', async () => {
  await app.db.updateTable('controller').set({ owner_id: null }).execute()
  await before(7)
  expect(await alarms()).toEqual([])
  await app.db.updateTable('controller').set({ owner_id: anna.accountId }).execute()
  const until = { account_id: anna.accountId, controller_id: controllerId, until: null }
  await app.db
    .insertInto('mute')
    .values({ ...until, notification_type: 'subscription' })
    .execute()
  await watch()
  expect(await alarms()).toMatchObject([open])
  expect(await deliveries()).toBe(0)
})

test('if subscriptions are switched off there are no reminders, and open ones close', async () => {
  await before(7)
  app.deps.config.subscriptions = false
  await watch()
  expect(await alarms()).toMatchObject([closed])
  await before(0)
  expect(await alarms()).toHaveLength(1)
})

test('a transmitter that was not collecting counts as silent only from its renewal on', async () => {
  const heard = endsAt - DAY
  await app.db.updateTable('controller').set({ last_seen_at: heard }).execute()
  app.clock.set(new Date(heard).toISOString())
  const running = createTransmitterWatch(app.deps)
  app.clock.set(new Date(endsAt + 20 * DAY).toISOString())
  await renew(365)
  await running()
  const silences = async () => (await alarms()).filter(({ type }) => type === 'silence')
  expect(await silences()).toEqual([])
  app.clock.advance(3 * 3600_000 + MINUTE)
  await running()
  expect(await silences()).toMatchObject([open])
})
