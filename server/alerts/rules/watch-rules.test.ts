import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createRuleWatch } from './watch-rules.ts'

const HOUR = 3600_000
const MINUTE = 60_000

let app: TestApp
let anna: Client
let ben: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number
let watch: ReturnType<typeof createRuleWatch>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  ben = await app.signIn('ben@example.org')
  transmitter = await app.claim(anna)
  scaleId = await app.addScale(anna, transmitter.id)
  await anna.post('/notification', { type: 'webhook', address: 'https://example.org/hook' })
  watch = createRuleWatch(app.deps)
})
afterEach(async () => {
  await watch.stop()
  await app.close()
})

const falls = {
  conditions: [{ quantity: 'weight', is: 'falls', value: 2, withinMinutes: 60 }],
  forMinutes: 0,
  hours: null,
  months: null,
  timeZone: 'Europe/Zurich',
}
const below = { ...falls, conditions: [{ quantity: 'weight', is: 'below', value: 20 }] }
const warm = { quantity: 'temperature', is: 'above', value: 30 }
const body = (over: object = {}) => ({
  ...{ name: 'Weg', terms: falls, everyOwn: true, scaleIds: [], channelIds: null, isOn: true },
  ...over,
})

/** Sends weights (kg), ten minutes apart, the last one `agoMs` ago. */
async function send(weights: readonly number[], agoMs = 0) {
  const { imei, imsi, deviceKey } = transmitter
  const readings = weights.map((weight, row) => ({
    time: new Date(app.clock.now() - agoMs - (weights.length - 1 - row) * 10 * MINUTE).toISOString(),
    channel: 1,
    weight,
    temperature: row === weights.length - 1 ? 35 : 20,
  }))
  const sent = await app.request('POST', '/ingest', {
    body: { imei, imsi, readings },
    headers: { authorization: `Bearer ${deviceKey}` },
  })
  expect(sent.status).toBe(200)
  await app.deps.ingest.settled()
}
/** As after a restart: everything is judged. */
async function judgeAll() {
  const fresh = createRuleWatch(app.deps)
  await fresh.sweep()
  await fresh.stop()
}
const alarms = () =>
  app.db
    .selectFrom('alarm')
    .select(['id', 'status', 'account_id', 'weight_change_grams', 'ended_at', 'why'])
    .where('type', '=', 'rule')
    .orderBy('started_at')
    .execute()
const deliveries = () =>
  app.db
    .selectFrom('delivery')
    .innerJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .select(['stage', 'delivery.state'])
    .where('alarm.type', '=', 'rule')
    .execute()
const many = (count: number, kg: number) => Array<number>(count).fill(kg)

test('a rule rings once for what its readings show, with its name, and counts', async () => {
  expect((await anna.post('/rule', body())).status).toBe(201)
  const left = () => app.db.selectFrom('controller').select('remaining_notifications').executeTakeFirstOrThrow()
  const before = (await left()).remaining_notifications
  await send([...many(6, 40), 37.5])
  await judgeAll()
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open', account_id: anna.accountId, weight_change_grams: -2500 }])
  expect(await deliveries()).toEqual([{ stage: 'rang', state: 'due' }])
  expect((await left()).remaining_notifications).toBe(before - 1)
  const { body: shown } = await anna.get(`/alarm?scales=${scaleId}`)
  expect(shown.find(({ type }: { type: string }) => type === 'rule')).toMatchObject({
    rule: { name: 'Weg' },
    why: [
      { code: 'rule', values: { name: 'Weg' } },
      { code: 'ruleChange', values: { quantity: 'weight', change: -2.5, unit: 'kg', span: 1, spanUnit: 'hour' } },
    ],
  })
  app.clock.advance(3 * HOUR)
  await send(many(12, 37.5))
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  expect((await deliveries()).map(({ stage }) => stage)).toEqual(['rang', 'closed'])
})

test('a loss that only a change of its scale shows is noted and told to nobody', async () => {
  await anna.post('/rule', body())
  await send(many(6, 40), 20 * MINUTE)
  const { imei, imsi, deviceKey } = transmitter
  app.clock.advance(-10 * MINUTE)
  await anna.post(`/scale/${scaleId}`, { channelId: 2 })
  app.clock.advance(10 * MINUTE)
  const time = new Date(app.clock.now()).toISOString()
  const readings = [{ time, channel: 2, weight: 37 }]
  await app.request('POST', '/ingest', {
    body: { imei, imsi, readings },
    headers: { authorization: `Bearer ${deviceKey}` },
  })
  await app.deps.ingest.settled()
  await judgeAll()
  expect((await alarms()).map(({ why }) => why)).toEqual([expect.stringContaining('"scaleChanged"')])
  expect(await deliveries()).toEqual([])
})

test('a value that is between two others is told once', async () => {
  const between = { ...falls, conditions: [warm, { ...warm, is: 'below', value: 40 }] }
  await anna.post('/rule', body({ terms: between }))
  await send([40, 40])
  await judgeAll()
  const value = { code: 'ruleValue', values: { quantity: 'temperature', value: 35, unit: '°C' } }
  expect((await alarms()).map(({ why }) => JSON.parse(why))).toEqual([[expect.anything(), value]])
})

test.each([
  ['while somebody is at the hives', { begunMinutes: 5 }, falls, 0],
  ['by the first reading after they were', { begunMinutes: 30, endedMinutes: 8 }, falls, 0],
  ['an hour and more after they were', { begunMinutes: 120, endedMinutes: 65 }, falls, 1],
  ['of another quantity', { begunMinutes: 5 }, { ...falls, conditions: [warm] }, 1],
])('of a fall of the weight %s, a rule tells only what no hand did', async (_, visit, terms, told) => {
  const ago = (minutes: number) => new Date(app.clock.now() - minutes * MINUTE).toISOString()
  const { begunMinutes, endedMinutes } = { endedMinutes: undefined, ...visit }
  await anna.post('/rule', body({ terms }))
  await anna.post('/visit', {
    ...{ id: randomUUID(), controllerId: transmitter.id, startedAt: ago(begunMinutes) },
    ...(endedMinutes !== undefined && { endedAt: ago(endedMinutes) }),
  })
  await send([...many(12, 40), 37.5])
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  expect(await deliveries()).toHaveLength(told)
})

test('in whatever order the readings come, the alarms are the same', async () => {
  await anna.post('/rule', body())
  const curve = [...many(6, 40), ...many(10, 37), ...many(6, 40), ...many(8, 37)]
  app.clock.advance(6 * HOUR)
  const parts = [curve.slice(20), curve.slice(0, 9), curve.slice(9, 20)]
  const offsets = [0, 21, 10].map((rows) => rows * 10 * MINUTE)
  for (const [at, part] of parts.entries()) {
    await send(part, offsets[at]!)
    await judgeAll()
  }
  const apart = (await alarms()).filter(({ status }) => status !== 'withdrawn')
  await app.db.deleteFrom('alarm').execute()
  await judgeAll()
  const together = await alarms()
  const facts = (rows: typeof together) => rows.map(({ status, ended_at }) => ({ status, ended_at }))
  expect(together.length).toBe(2)
  expect(facts(apart)).toEqual(facts(together))
})

test('what arrives days late and is over does not ring; what is ongoing does', async () => {
  await anna.post('/rule', body({ terms: below }))
  app.clock.advance(30 * HOUR)
  await send([...many(6, 40), ...many(6, 19), ...many(12, 40)], 20 * HOUR)
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  expect(await deliveries()).toEqual([])
  await send(many(40, 19))
  await judgeAll()
  expect((await alarms()).at(-1)).toMatchObject({ status: 'open' })
  expect(await deliveries()).toHaveLength(1)
})

test('a rule sent again while the first call is in progress is added once, and both calls return it', async () => {
  const id = randomUUID()
  const answers = await Promise.all([1, 2].map(() => anna.post('/rule', body({ id }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(answers.map(({ body: rule }) => rule.id)).toEqual([id, id])
  expect((await ben.post('/rule', body({ id, everyOwn: true }))).body.code).toBe('already_exists')
  expect((await anna.get('/rule')).body).toMatchObject([{ id }])
})

test('a condition that already holds when a rule is saved rings at once, but outside its hours only when they begin', async () => {
  await send(many(100, 15))
  await anna.post('/rule', body({ name: 'always', terms: below }))
  await anna.post('/rule', body({ name: 'night', terms: { ...below, hours: { from: '22:00', to: '05:00' } } }))
  const names = async () => (await alarms()).map(({ why }) => JSON.parse(why)[0].values.name)
  for (const [hours, rung] of [
    [0, ['always']],
    [9, ['always']],
    [1, ['always', 'night']],
  ] as const) {
    app.clock.advance(hours * HOUR)
    await send(many(7, 15))
    await judgeAll()
    expect((await names()).sort()).toEqual(rung)
  }
  expect((await deliveries()).map(({ stage }) => stage)).toEqual(['rang', 'rang'])
})

test('mutes apply, and what was switched off or removed ends', async () => {
  const { body: rule } = await anna.post('/rule', body({ terms: below }))
  await anna.post(`/notification/mute?idcontroller=${transmitter.id}`, { notificationType: 'rule', enddate: null })
  await send(many(6, 19))
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  expect(await deliveries()).toEqual([])
  await anna.post(`/rule/${rule.id}`, { isOn: false })
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  expect((await anna.delete(`/rule/${rule.id}`)).status).toBe(200)
  await judgeAll()
  expect(await alarms()).toHaveLength(1)
})

test('a watcher has rules of their own, which nobody else sees and which end with the share', async () => {
  await app.db
    .insertInto('watch')
    .values({ account_id: ben.accountId, controller_id: transmitter.id, created_at: 1 })
    .execute()
  await ben.post('/notification', { type: 'webhook', address: 'https://example.org/ben' })
  expect((await ben.post('/rule', body({ terms: below, everyOwn: false, scaleIds: [scaleId] }))).status).toBe(201)
  const before = await app.db.selectFrom('controller').select('remaining_notifications').executeTakeFirstOrThrow()
  await send(many(6, 19))
  await judgeAll()
  expect(await deliveries()).toHaveLength(1)
  expect(await app.db.selectFrom('controller').select('remaining_notifications').executeTakeFirstOrThrow()).toEqual(
    before,
  )
  const [alarm] = await alarms()
  expect((await ben.get('/alarm')).body.map(({ type }: { type: string }) => type)).toContain('rule')
  expect((await anna.get('/alarm')).body.map(({ type }: { type: string }) => type)).not.toContain('rule')
  expect((await anna.get(`/alarm/${alarm!.id}`)).status).toBe(404)
  expect((await ben.post(`/alarm/${alarm!.id}`, { verdict: 'confirmed' })).status).toBe(200)
  await app.db.deleteFrom('watch').execute()
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  expect((await ben.get('/rule')).body).toMatchObject([{ scaleIds: [] }])
})

test('a damaged rule stops no other, and is listed', async () => {
  await anna.post('/rule', body({ name: 'Damaged' }))
  await app.db.updateTable('rule').set({ terms: '{"conditions":' }).execute()
  await anna.post('/rule', body({ terms: below }))
  await send(many(6, 19))
  await judgeAll()
  expect(await deliveries()).toHaveLength(1)
  expect((await anna.get('/rule')).body).toMatchObject([{ name: 'Damaged', terms: null }, { name: 'Weg' }])
})

test('silence is judged by the clock', async () => {
  const silence = { ...falls, conditions: [{ quantity: 'silence', is: 'lasts', hours: 4 }] }
  await anna.post('/rule', body({ name: 'Still', terms: silence }))
  await send(many(3, 40))
  app.clock.advance(3 * HOUR)
  await judgeAll()
  expect(await alarms()).toEqual([])
  app.clock.advance(HOUR)
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
})

test.each([
  [5, 1],
  [17, 0],
])('a rule about silence that is saved after %i days of it rings %i times', async (days, times) => {
  await send(many(3, 40))
  app.clock.advance(days * 24 * HOUR)
  const conditions = [{ quantity: 'silence', is: 'lasts', hours: 4 }]
  await anna.post('/rule', body({ name: 'Still', terms: { ...falls, conditions } }))
  await judgeAll()
  expect(await deliveries()).toHaveLength(times)
})

test('a trial says when it would have rung, and stores nothing', async () => {
  app.clock.advance(24 * HOUR)
  await send([...many(6, 40), ...many(14, 37)], 3 * HOUR)
  const { everyOwn, scaleIds, terms } = body()
  const { status, body: trial } = await anna.post('/rule/trial', { everyOwn, scaleIds, terms })
  expect(status).toBe(200)
  expect(trial).toMatchObject({ hives: 1, tried: 1, readings: 20, count: 1, next: null, times: [{ scaleId }] })
  expect(await app.db.selectFrom('rule').selectAll().execute()).toEqual([])
  const named = { everyOwn: false, scaleIds: [scaleId], terms }
  expect((await ben.post('/rule/trial', named)).body).toMatchObject({ code: 'scale_not_found' })
  const inFuture = { ...named, from: '2126-01-01T00:00:00Z' }
  expect((await anna.post('/rule/trial', inFuture)).body).toMatchObject({
    code: 'invalid_body',
    issues: [{ path: 'from' }],
  })
})
