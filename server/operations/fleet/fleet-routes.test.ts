import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { readThrottledTransmitters } from '../../hives/readings/key-budgets/read-throttled.ts'
import { createRefusedTimes, createRefusedTimesWatch } from '../../hives/readings/refusals/refused-times.ts'
import { createIngestCounting } from './count-ingest.ts'

const HOUR = 3_600_000

let app: TestApp
let admin: Client
let anna: Client

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  anna = await app.signIn('anna@example.org')
})
afterAll(() => app.close())

const fleet = async () => (await admin.get('/admin/fleet')).body

async function send(controller: Awaited<ReturnType<TestApp['claim']>>, fields: object = {}) {
  const { imei, imsi, deviceKey } = controller
  const readings = [{ time: new Date(app.clock.now()).toISOString(), channel: 1, weight: 40 }]
  const body = { imei, imsi, readings, battery: 4.1, signal: -70, softwareVersion: '1.4.2', ...fields }
  await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
}

test('lists silent transmitters, since when and why; the latest to fall silent come first', async () => {
  const weak = await app.claim(anna, 'Valley')
  const empty = await app.claim(anna, 'Forest')
  const over = await app.claim(anna, 'Garden')
  await app.claim(anna, 'Attic')
  await send(weak, { signal: -108 })
  await send(over)
  await app.db
    .updateTable('controller')
    .set({ subscription_ends_at: app.clock.now() + HOUR })
    .where('id', '=', over.id)
    .execute()
  app.clock.advance(HOUR)
  await send(empty, { battery: 3.35 })
  expect((await fleet()).silent.items).toEqual([])
  app.clock.advance(4 * HOUR)
  const { silent, owned } = await fleet()
  expect(owned).toBe(4)
  expect(silent.count).toBe(3)
  expect(silent.items).toMatchObject([
    { name: 'Forest', finding: 'batteryEmpty', battery: 3.35, owner: 'anna@example.org' },
    { name: 'Valley', finding: 'signalWeak', signal: -108, lastSeen: '2026-05-10T10:00:00.000Z' },
    { name: 'Attic', finding: 'neverSent', lastSeen: null },
  ])
})

test('lists batteries that run low, the most urgent first', async () => {
  const ids = (await app.db.selectFrom('controller').select('id').orderBy('id').execute()).map(({ id }) => id)
  const alarm = (controllerId: number, why: object) =>
    app.db
      .insertInto('alarm')
      .values({
        controller_id: controllerId,
        scale_id: null,
        type: 'battery',
        status: 'open',
        started_at: 1,
        detected_at: 1,
        ended_at: null,
        weight_change_grams: null,
        own_confidence_percent: 95,
        own_why: '[]',
        confidence_percent: 95,
        why: JSON.stringify([why]),
        verdict: null,
        verdict_by: null,
        verdict_at: null,
      })
      .execute()
  await alarm(ids[0]!, { code: 'batteryFalling', values: { volts: 3.6, days: 5 } })
  await alarm(ids[1]!, { code: 'batteryLow', values: { volts: 3.35 } })
  expect((await fleet()).batteries).toMatchObject({
    count: 2,
    items: [
      { name: 'Forest', daysLeft: null },
      { name: 'Valley', daysLeft: 5 },
    ],
  })
})

test('counts transmitters by firmware', async () => {
  expect((await fleet()).firmware).toEqual([
    { version: '1.4.2', count: 3 },
    { version: null, count: 1 },
  ])
})

test('counts what came in by the hour, separately from ingest', async () => {
  const count = createIngestCounting(app.deps)
  const controller = await app.claim(anna, 'Roof')
  await send(controller)
  await count()
  app.clock.advance(HOUR)
  await send(controller)
  await send(controller)
  await count()
  await count()
  const { ingest } = await fleet()
  expect(ingest).toHaveLength(48)
  expect(ingest.slice(-3)).toMatchObject([
    { requests: 0, readings: 0 },
    { requests: 1, readings: 1, from: '2026-05-10T15:00:00.000Z' },
    { requests: 2, readings: 1 },
  ])
})

test('lists deliveries that were given up and jobs that failed', async () => {
  const { body: channel } = await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const created_at = app.clock.now()
  const row = { notification_id: channel.id as number, stage: 'test' as const, due_at: created_at, created_at }
  await app.db
    .insertInto('delivery')
    .values([
      { ...row, state: 'failed', attempts: 1 },
      { ...row, state: 'expired', attempts: 0 },
      { ...row, state: 'failed', attempts: 1, created_at: created_at - 25 * HOUR },
      { ...row, state: 'due', attempts: 2 },
    ])
    .execute()
  const job = { input: '{}', due_at: created_at, created_at }
  await app.db
    .insertInto('job')
    .values([
      { ...job, type: 'BACKUP', status: 'failed', problem: 'internal', finished_at: created_at },
      { ...job, type: 'BACKUP', status: 'failed', problem: 'internal', finished_at: created_at - 8 * 24 * HOUR },
    ])
    .execute()
  expect(await fleet()).toMatchObject({
    deliveries: { failed: [{ channel: 'email', count: 1 }], waiting: 1, failingChannels: 0 },
    jobs: [{ type: 'BACKUP', problem: 'internal' }],
  })
})

test('lists current and past problems of the server', async () => {
  await app.deps.troubles.raise({ kind: 'disk_low', values: { percent: 8 } })
  await app.deps.troubles.raise({ kind: 'push_failing', subject: 'push.example.org' })
  await app.deps.troubles.clear('push_failing', 'push.example.org')
  await app.deps.troubles.settled()
  const at = new Date(app.clock.now()).toISOString()
  expect((await fleet()).troubles).toEqual({
    open: [{ kind: 'disk_low', subject: null, values: { percent: 8 }, since: at, ended: null }],
    ended: [{ kind: 'push_failing', subject: 'push.example.org', values: {}, since: at, ended: at }],
  })
  await app.deps.troubles.clear('disk_low')
})

test('is for administrators only', async () => {
  expect((await anna.get('/admin/fleet')).status).toBe(403)
  const manager = await app.signIn('manager@example.org', { role: 1 })
  expect((await manager.get('/admin/fleet')).status).toBe(403)
})

test('lists throttled senders, and how often; the device doctor tells the owner', async () => {
  const greedy = await app.claim(anna, 'Greedy')
  const [budget, other] = [app.deps.keyBudgets.learn('greedy', greedy.id), app.deps.keyBudgets.learn('gone', 999_999)]
  const ask = (one: typeof budget) => () => app.deps.keyBudgets.takeRequest(one, 0)
  for (let i = 0; i < 5000; i++) [budget, other].forEach((one) => void ask(one)())
  for (let i = 0; i < 3; i++) for (const one of [budget, other]) expect(ask(one)).toThrow()
  expect((await fleet()).throttled).toEqual({ count: 0, items: [] })
  await createIngestCounting(app.deps)()
  const item = { id: greedy.id, name: 'Greedy', imei: greedy.imei, owner: 'anna@example.org', requests: 3 }
  expect((await fleet()).throttled).toEqual({ count: 1, items: [item] })
  await send(greedy)
  const { body } = await anna.get(`/controller/${greedy.id}/doctor`)
  expect(body).toMatchObject({
    state: 'troubled',
    findings: [{ code: 'sendsTooMuch', values: { requests: 3, reason: 'requests', limit: 1_000_000 } }],
  })
  expect(await readThrottledTransmitters(app.db, app.clock.now() + 25 * HOUR)).toEqual([])
})

test('nothing counts as silent because the server itself was not listening', async () => {
  const { listening } = app.deps
  const before = (await fleet()).silent.count
  expect(before).toBeGreaterThan(0)
  const restarted = app.clock.now()
  const { listenedMs } = listening
  listening.listenedMs = (since) => app.clock.now() - Math.max(since, restarted)
  expect((await fleet()).silent).toEqual({ count: 0, items: [] })
  app.clock.advance(3 * HOUR)
  expect((await fleet()).silent.count).toBe(0)
  app.clock.advance(1)
  expect((await fleet()).silent.count).toBeGreaterThanOrEqual(before)
  listening.listenedMs = listenedMs
})

test('a transmitter dated into the future by a wrong clock is silent like any other', async () => {
  const early = await app.claim(anna, 'Early')
  await send(early)
  const far = { last_seen_at: app.clock.now() + 30 * 24 * HOUR }
  await app.db.updateTable('controller').set(far).where('id', '=', early.id).execute()
  const names = async () => (await fleet()).silent.items.map(({ name }: { name: string }) => name)
  const { since } = app.deps.listening
  const restarted = app.clock.now()
  app.deps.listening.since = () => restarted
  expect(await names()).not.toContain('Early')
  app.clock.advance(4 * HOUR)
  expect(await names()).toContain('Early')
  app.deps.listening.since = since
})

test('lists transmitters whose readings were refused for times in the future, the furthest ahead first', async () => {
  expect((await fleet()).clockAhead).toEqual({ count: 0, items: [] })
  const [hasty, wild] = [await app.claim(anna, 'Hasty'), await app.claim(anna, 'Wild')]
  const refused = createRefusedTimes()
  refused.note(hasty.id, 3, 7200)
  refused.note(wild.id, 1, 86_400)
  await createRefusedTimesWatch(app.deps, refused)()
  const last = new Date(app.clock.now()).toISOString()
  const owner = 'anna@example.org'
  expect((await fleet()).clockAhead).toEqual({
    count: 2,
    items: [
      { id: wild.id, name: 'Wild', imei: wild.imei, owner, readings: 1, minutes: 1440, last },
      { id: hasty.id, name: 'Hasty', imei: hasty.imei, owner, readings: 3, minutes: 120, last },
    ],
  })
  await app.db
    .updateTable('refused_time')
    .set({ last_at: app.clock.now() - 25 * HOUR })
    .execute()
  expect((await fleet()).clockAhead.count).toBe(0)
})

test('lists transmitters with impossible values: for each the most frequent fault, those with the most first', async () => {
  expect((await fleet()).faulty).toEqual({ count: 0, items: [] })
  const [one, two] = [await app.claim(anna, 'One'), await app.claim(anna, 'Two')]
  const at = (temperature: number, channel = 1) => {
    return { time: new Date(app.clock.now() - 1000).toISOString(), channel, weight: 40, temperature }
  }
  await send(one, { readings: [at(-127, 2)], battery: -1 })
  await send(two, { readings: [at(-127), at(85, 3), at(85, 3)] })
  await app.countFaults()
  const last = new Date(app.clock.now()).toISOString()
  const { count, items } = (await fleet()).faulty
  expect(count).toBe(2)
  expect(items[0]).toMatchObject({
    ...{ id: two.id, name: 'Two', owner: 'anna@example.org', channel: 3, field: 'temperature' },
    ...{ code: 'temperature_power_on', count: 2, value: '85', last },
  })
  expect(items[1]).toMatchObject({ name: 'One', count: 1 })
  await app.db
    .updateTable('field_fault')
    .set({ last_at: app.clock.now() - 25 * HOUR })
    .execute()
  expect((await fleet()).faulty.count).toBe(0)
})

test('a transmitter whose interval was shortened is silent by the former one, until it has learned of it', async () => {
  const slow = await app.claim(anna, 'Slow')
  expect((await anna.post(`/controller/${slow.id}`, { updateInterval: 6 })).status).toBe(200)
  app.clock.advance(1)
  await send(slow)
  app.clock.advance(5 * HOUR)
  expect((await anna.post(`/controller/${slow.id}`, { updateInterval: 1 })).status).toBe(200)
  const isListed = async () => (await fleet()).silent.items.some(({ id }: { id: number }) => id === slow.id)
  const diagnosed = async () => (await anna.get(`/controller/${slow.id}/doctor`)).body.state
  const isSaid = async () => {
    const { items } = (await admin.get('/admin/controllers?state=silent')).body
    return items.some(({ id }: { id: number }) => id === slow.id)
  }
  expect([await isListed(), await isSaid(), await diagnosed()]).toEqual([false, false, 'fine'])
  app.clock.advance(9 * HOUR)
  expect([await isListed(), await isSaid(), await diagnosed()]).toEqual([true, true, 'silent'])
})
