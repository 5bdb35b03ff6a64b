import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let anna: Client
let controllerId: number
let scaleId: number
let alarm: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
  alarm = await addAlarm()
})

afterEach(() => app.close())

async function addAlarm({ agoDays = 0, type = 'swarm' } = {}) {
  const detected_at = app.clock.now() / 1000 - agoDays * 86_400
  const { id } = await app.db
    .insertInto('alarm')
    .values({
      ...{ controller_id: controllerId, scale_id: scaleId, type, status: 'confirmed' },
      ...{ started_at: detected_at - 600, detected_at, weight_change_grams: -1870 },
      ...{ own_confidence_percent: 80, own_why: '[]', confidence_percent: 80, why: '[]' },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const judge = (verdict: string | null, id = alarm) => anna.post(`/alarm/${id}`, { verdict })
const nothing = { outcome: null, spot: '', position: null, hiveScaleId: null, hiveName: '' }
const say = (body: object, id = alarm, by = anna) => by.post(`/alarm/${id}/course`, { ...nothing, ...body })
const settle = (kind: string, body: object, by = anna, headers = {}) =>
  by.post(
    `/alarm/${alarm}/followUp/${kind}`,
    {
      ...{ status: 'open', putOffUntil: null, at: new Date(app.clock.now()).toISOString() },
      ...body,
    },
    headers,
  )
const courses = async () => (await anna.get('/course')).body
const kinds = async () =>
  (await courses()).flatMap((one: { followUps: { kind: string }[] }) => one.followUps.map(({ kind }) => kind))

it('begins with the verdict and says what is to be done, based on what is known', async () => {
  expect(await courses()).toEqual([])
  await judge('confirmed')
  expect(await kinds()).toEqual(['afterSwarm', 'varroaMother', 'queenLaying'])
  const said = {
    outcome: 'caught',
    spot: ' Birnbaum ',
    position: { latitude: 46.9, longitude: 7.4 },
    hiveName: 'Kasten 7',
  }
  const { status, body } = await say(said)
  expect([status, body.message]).toEqual([200, 'Saved.'])
  expect(await courses()).toMatchObject([
    {
      alarmId: alarm,
      controllerId,
      scaleId,
      startedAt: '2026-05-10T09:50:00.000Z',
      ...said,
      spot: 'Birnbaum',
      isSwarm: true,
    },
  ])
  expect(await kinds()).toEqual(['varroaSwarm', 'swarmLaying', 'afterSwarm', 'varroaMother', 'queenLaying'])
  const before = await courses()
  await say(said)
  expect(await courses()).toEqual(before)
})

it('disappears and comes back with the verdict; what was ticked off stays', async () => {
  await judge('confirmed')
  await settle('afterSwarm', { status: 'done' })
  await judge(null)
  expect(await kinds()).toEqual(['afterSwarm'])
  await judge('hands')
  expect(await kinds()).toEqual(['afterSwarm'])
  await judge('confirmed')
  expect(await courses()).toMatchObject([
    { followUps: [{ status: 'done', settledAt: '2026-05-10T10:00:00.000Z' }, { status: 'open' }, { status: 'open' }] },
  ])
  await settle('afterSwarm', {})
  await judge('false')
  expect(await courses()).toEqual([])
})

it('accepts what was said offline in any order', async () => {
  expect((await settle('swarmLaying', { status: 'silenced' })).status).toBe(200)
  expect((await say({ outcome: 'caught' })).body).toMatchObject({ isSwarm: false, followUps: [] })
  await judge('confirmed')
  expect((await courses())[0].followUps[1]).toMatchObject({ kind: 'swarmLaying', status: 'silenced' })
})

it('is put off for at most two months, and can be reopened', async () => {
  await judge('confirmed')
  const later = new Date(app.clock.now() + DAY_MS).toISOString()
  const { body } = await settle('afterSwarm', { putOffUntil: later })
  expect(body).toMatchObject({
    message: 'Put off.',
    followUps: [{ due: later, putOffUntil: later, status: 'open' }, {}, {}],
  })
  await settle('afterSwarm', { putOffUntil: '2099-01-01T00:00:00Z' })
  expect((await courses())[0].followUps.at(-1).due).toBe('2026-07-09T10:00:00.000Z')
  await settle('afterSwarm', {})
  expect((await courses())[0].followUps[0]).toMatchObject({ kind: 'afterSwarm', putOffUntil: null })
})

it('puts nothing off into the past, and leaves what had been put off until then as it is', async () => {
  await judge('confirmed')
  const at = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString()
  const refused = { status: 400, body: { code: 'put_off_in_past' } }
  expect(await settle('afterSwarm', { putOffUntil: at(0) })).toMatchObject(refused)
  expect(await settle('afterSwarm', { putOffUntil: at(-400), at: at(-401) })).toMatchObject(refused)
  expect((await courses())[0].followUps[0]).toMatchObject({ kind: 'afterSwarm', putOffUntil: null })
  const until = at(1)
  await settle('afterSwarm', { putOffUntil: until })
  app.clock.advance(3 * DAY_MS)
  // ticked off and reopened, and what an offline phone said in time
  for (const status of ['done', 'open'])
    expect((await settle('afterSwarm', { status, putOffUntil: until })).status).toBe(200)
  expect((await settle('queenLaying', { putOffUntil: at(-1), at: at(-2) })).status).toBe(200)
})

it.each([-1000, -30, 0, 1000])(
  'is put off by as many days on a device whose clock is ahead by %i days',
  async (ahead) => {
    await judge('confirmed')
    const on = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString()
    const asked = { putOffUntil: on(ahead + 7), at: on(ahead) }
    for (const status of ['open', 'open', 'done']) {
      const { putOffUntil } = status === 'done' ? (await courses())[0].followUps[0] : asked
      const { body } = await settle('afterSwarm', { ...asked, status, putOffUntil }, anna, { 'Device-Time': on(ahead) })
      expect(body.followUps[0]).toMatchObject({ kind: 'afterSwarm', putOffUntil: on(7) })
    }
  },
)

it('recognizes an after-swarm of the same hive by the days between', async () => {
  const first = await addAlarm({ agoDays: 9 })
  const other = await addAlarm({ agoDays: 17 })
  await judge('confirmed')
  await judge('confirmed', first)
  expect(await courses()).toMatchObject([
    { alarmId: alarm, daysAfterFirst: 9, followUps: [] },
    { alarmId: first, daysAfterFirst: null, followUps: [{}, {}, {}] },
  ])
  await judge('confirmed', other)
  expect(await courses()).toMatchObject([{ daysAfterFirst: 9 }, { daysAfterFirst: 8 }, { daysAfterFirst: null }])
})

it('accepts a hive of the same owner as destination, and forgets one that is gone', async () => {
  const berta = await app.signIn('berta@example.org')
  const hers = await app.addScale(berta, (await app.claim(berta)).id)
  expect((await say({ hiveScaleId: hers })).body.code).toBe('scale_not_found')
  const admin = await app.signIn('admin@example.org', { admin: true })
  expect((await say({ hiveScaleId: hers }, alarm, admin)).body.code).toBe('scale_not_found')
  const left = { status: 400, body: { code: 'swarm_left_that_hive' } }
  expect(await say({ outcome: 'caught', hiveScaleId: scaleId })).toMatchObject(left)
  const empty = await app.addScale(anna, controllerId, 2)
  expect((await say({ outcome: 'caught', hiveScaleId: empty })).body.hiveScaleId).toBe(empty)
  await judge('confirmed')
  await app.db.deleteFrom('scale').where('id', '=', empty).execute()
  expect((await courses())[0]).toMatchObject({ outcome: 'caught', hiveScaleId: null })
})

it('does not exist for an alarm other than a swarm', async () => {
  const id = await addAlarm({ type: 'disturbance' })
  expect((await say({}, id)).body.code).toBe('alarm_not_of_swarm')
  expect((await anna.get(`/alarm/${id}/course`)).status).toBe(409)
  expect((await anna.get('/alarm/4711/course')).status).toBe(404)
})

it('can be read by watchers, and by nobody else', async () => {
  await judge('confirmed')
  const berta = await app.signIn('berta@example.org')
  expect((await berta.get('/course')).body).toEqual([])
  expect((await berta.get(`/alarm/${alarm}/course`)).status).toBe(404)
  expect((await settle('afterSwarm', { status: 'done' }, berta)).status).toBe(404)
  const { body } = await anna.post(`/controller/${controllerId}/watchCode`, {})
  await berta.post('/controller/watches', { code: body.watchCode })
  expect((await berta.get('/course')).body).toHaveLength(1)
  expect((await settle('afterSwarm', { status: 'done' }, berta)).status).toBe(403)
})

test.each([
  ['an outcome unknown', { outcome: 'eaten' }],
  ['a place beyond the pole', { position: { latitude: 91, longitude: 0 } }],
  ['a novel', { spot: 'x'.repeat(201) }],
])('%s is refused', async (_, body) => {
  expect((await say(body)).status).toBe(400)
})

test('what is to be done must have a known name, and times must be valid', async () => {
  expect((await settle('dance', {})).status).toBe(400)
  expect((await settle('afterSwarm', { at: 'yesterday' })).status).toBe(400)
})

it('keeps what was said later, whatever waited on a phone without a network', async () => {
  await judge('confirmed')
  const made = new Date(app.clock.now()).toISOString()
  const waited = () => ({ 'device-noted': made, 'device-time': new Date(app.clock.now()).toISOString() })
  const sayLate = (body: object) => anna.post(`/alarm/${alarm}/course`, { ...nothing, ...body }, waited())
  app.clock.advance(DAY_MS)
  expect((await sayLate({ spot: 'Linde' })).body).toMatchObject({ spot: 'Linde' })
  await say({ outcome: 'caught', spot: 'Birnbaum', hiveName: 'Kasten 7' })
  await settle('queenLaying', { status: 'done' })
  app.clock.advance(DAY_MS)
  const position = { latitude: 46.9, longitude: 7.4 }
  expect(await sayLate({ outcome: 'lost', spot: 'Linde', hiveName: 'Kasten 1', position })).toMatchObject({
    status: 200,
    body: { outcome: 'caught', spot: 'Birnbaum', hiveName: 'Kasten 7', position },
  })
  await say({ outcome: 'caught' })
  expect(
    (await sayLate({ outcome: 'caught', spot: 'Linde', hiveName: 'Kasten 1' })).body,
    'adds what is open',
  ).toMatchObject({
    ...{ outcome: 'caught', spot: 'Linde', hiveName: 'Kasten 1', position: null },
  })
  const postponed = { putOffUntil: new Date(app.clock.now() + 3 * DAY_MS).toISOString(), at: made }
  const { status, body } = await settle('queenLaying', postponed, anna, waited())
  expect(status).toBe(200)
  expect(body.states).toMatchObject([{ kind: 'queenLaying', status: 'done', putOffUntil: null }])
})
