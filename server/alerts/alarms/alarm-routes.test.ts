import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Alarm, AlarmStatus, AlarmType } from '#domain/alerts/alarm.ts'
import { JUMPS_MAXIMUM } from '#domain/alerts/alarm.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { countOpenAlarms } from '../notifications/planning/delivery-queries.ts'

const DAY = 86_400
let app: TestApp
let anna: Client
let controllerId: number
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controllerId = (await app.claim(anna)).id
  scaleId = await app.addScale(anna, controllerId)
})

afterEach(() => app.close())

type Fields = { type?: AlarmType; status?: AlarmStatus; agoDays?: number; scale?: number | null; confidence?: number }

async function addAlarm({ type = 'swarm', status = 'provisional', agoDays = 0, scale, confidence = 80 }: Fields = {}) {
  const detected_at = app.clock.now() / 1000 - agoDays * DAY
  const { id } = await app.db
    .insertInto('alarm')
    .values({
      controller_id: controllerId,
      scale_id: scale === undefined ? scaleId : scale,
      type,
      status,
      started_at: detected_at - 600,
      detected_at,
      weight_change_grams: -1870,
      own_confidence_percent: confidence,
      own_why: '[]',
      confidence_percent: confidence,
      why: '[{"code":"handled"}]',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ids = (answer: { body: { id: number }[] }) => answer.body.map(({ id }) => id)

test('an alarm as it is read', async () => {
  const id = await addAlarm()
  expect((await anna.get('/alarm')).body).toEqual([
    {
      id,
      scaleId,
      controllerId,
      type: 'swarm',
      status: 'provisional',
      startedAt: '2026-05-10T09:50:00.000Z',
      detectedAt: '2026-05-10T10:00:00.000Z',
      endedAt: null,
      weightChange: -1.87,
      confidence: 0.8,
      why: [{ code: 'handled' }],
      verdict: null,
    },
  ])
})

test('damaged reasons hide neither the alarm nor any other', async () => {
  const damaged = await addAlarm({ agoDays: 1 })
  await app.db.updateTable('alarm').set({ why: '[{"code":"hand' }).execute()
  const sound = await addAlarm()
  const why = (answer: { body: Alarm[] }) => answer.body.map((alarm) => [alarm.id, alarm.why])
  expect(why(await anna.get('/alarm'))).toEqual([
    [sound, [{ code: 'handled' }]],
    [damaged, []],
  ])
  expect((await anna.get('/dashboard')).status).toBe(200)
})

test('without a span returns the last 30 days of all that is mine, newest first; with one, whatever touches it', async () => {
  const [old, recent, silence] = [
    await addAlarm({ agoDays: 31 }),
    await addAlarm({ agoDays: 2 }),
    await addAlarm({ type: 'silence', status: 'open', scale: null, agoDays: 1 }),
  ]
  expect(ids(await anna.get('/alarm'))).toEqual([silence, recent])
  expect(ids(await anna.get(`/alarm?scales=${scaleId}`))).toEqual([recent])
  expect(ids(await anna.get('/alarm?from=2026-01-01T00:00:00Z&to=2026-05-01T00:00:00Z'))).toEqual([old])
  expect((await anna.get('/alarm?from=yesterday')).status).toBe(400)
})

test('an alarm can be fetched by its id, however old', async () => {
  const id = await addAlarm({ agoDays: 900, status: 'closed' })
  expect(ids(await anna.get('/alarm'))).toEqual([])
  expect((await anna.get(`/alarm/${id}`)).body).toMatchObject({ id, scaleId, status: 'closed', verdict: null })
  for (const unknown of ['0', 'x', '1.5', '99999999999999999999']) {
    expect((await anna.get(`/alarm/${unknown}`)).status).toBe(400)
  }
})

test('open alarms are those that ring, go on or were confirmed lately, and are not judged yet', async () => {
  const open = [
    await addAlarm({ status: 'confirmed', agoDays: 1 }),
    await addAlarm({ status: 'open', type: 'disturbance' }),
    await addAlarm(),
  ]
  await addAlarm({ status: 'confirmed', agoDays: 3 })
  await addAlarm({ status: 'withdrawn', agoDays: 0.1 })
  await addAlarm({ status: 'closed', type: 'activity' })
  await addAlarm({ confidence: 40, agoDays: 0.2 })
  expect(ids(await anna.get('/alarm?open=1')).sort()).toEqual(open)
  expect(await countOpenAlarms(app.db, anna.accountId, app.clock.now())).toBe(3)
  await anna.post(`/alarm/${open[0]}`, { verdict: 'false' })
  expect(ids(await anna.get('/alarm?open=1')).sort()).toEqual(open.slice(1))
  expect(await countOpenAlarms(app.db, anna.accountId, app.clock.now())).toBe(2)
})

test('a verdict is stored, changed and removed; open screens are notified', async () => {
  const id = await addAlarm()
  const heard: unknown[] = []
  app.deps.events.subscribe((event) => heard.push(event))
  for (const verdict of ['confirmed', 'hands', 'false', 'false', null]) {
    expect(await anna.post(`/alarm/${id}`, { verdict })).toMatchObject({ status: 200, body: { id, verdict } })
  }
  expect(heard).toHaveLength(5)
  expect(heard[0]).toMatchObject({ type: 'alarm', controllerId, scaleIds: [scaleId] })
  const row = await app.db.selectFrom('alarm').select(['verdict_by', 'verdict_at']).executeTakeFirstOrThrow()
  expect(row).toEqual({ verdict_by: null, verdict_at: Math.floor(app.clock.now() / 1000) })
  expect((await anna.post(`/alarm/${id}`, { verdict: 'maybe' })).status).toBe(400)
})

test('a verdict that waited on a phone does not replace one that was made later', async () => {
  const id = await addAlarm()
  const made = new Date(app.clock.now()).toISOString()
  /** Sends a verdict made at the beginning. */
  const late = (verdict: string | null) =>
    app.request('POST', `/alarm/${id}`, {
      body: { verdict },
      headers: {
        cookie: anna.cookie!,
        'device-noted': made,
        'device-time': new Date(app.clock.now()).toISOString(),
      },
    })
  app.clock.advance(DAY * 1000)
  expect((await late('hands')).body.verdict, 'the first one').toBe('hands')
  expect((await anna.post(`/alarm/${id}`, { verdict: 'confirmed' })).body.verdict).toBe('confirmed')
  app.clock.advance(DAY * 1000)
  for (const verdict of ['false', null])
    expect(await late(verdict)).toMatchObject({ status: 200, body: { verdict: 'confirmed' } })
  await anna.post(`/alarm/${id}`, { verdict: null })
  expect((await late('hands')).body.verdict, 'taken back since').toBeNull()
  app.clock.advance(-DAY * 1000 - 60_000)
  expect((await anna.post(`/alarm/${id}`, { verdict: 'false' })).body.verdict, 'the clock was ahead').toBe('false')
})

test('watchers can read, strangers find nothing', async () => {
  const id = await addAlarm()
  const [ben, eve] = [await app.signIn('ben@example.org'), await app.signIn('eve@example.org')]
  await app.db
    .insertInto('watch')
    .values({ account_id: ben.accountId, controller_id: controllerId, created_at: 0 })
    .execute()
  expect(ids(await ben.get('/alarm'))).toEqual([id])
  expect(await ben.post(`/alarm/${id}`, { verdict: 'false' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect((await eve.get('/alarm')).body).toEqual([])
  expect(await eve.get(`/alarm?scales=${scaleId}`)).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
  expect(await eve.get(`/jump?scales=${scaleId}`)).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
  expect((await ben.get(`/alarm/${id}`)).body).toMatchObject({ id })
  for (const unknown of [id, 999]) {
    expect(await eve.get(`/alarm/${unknown}`)).toMatchObject({ status: 404, body: { code: 'alarm_not_found' } })
    expect(await eve.post(`/alarm/${unknown}`, { verdict: 'false' })).toMatchObject({
      status: 404,
      body: { code: 'alarm_not_found' },
    })
  }
})

test('an intervention noted for that time lowers the alarm at once, until it is moved or deleted', async () => {
  await addAlarm()
  const heard: string[] = []
  app.deps.events.subscribe(({ type }) => heard.push(type))
  const confidence = async () => (await anna.get('/alarm')).body[0].confidence
  const time = '2026-05-10T09:30:00Z'
  const { body } = await anna.post('/intervention', { scaleId, label: 'inspection', time })
  expect(await confidence()).toBe(0.4)
  await anna.post(`/intervention/${body.id}`, { time: '2026-05-09T09:30:00Z' })
  expect(await confidence()).toBe(0.8)
  await anna.post(`/intervention/${body.id}`, { time })
  expect(await confidence()).toBe(0.4)
  await anna.delete(`/intervention/${body.id}`)
  expect(await confidence()).toBe(0.8)
  await anna.post('/intervention', { id: body.id, scaleId, label: 'inspection', time })
  expect(await confidence()).toBe(0.4)
  expect(heard).toEqual(Array(5).fill('alarm'))
})

test('returns jumps of the requested scales within the span, in kg', async () => {
  const now = app.clock.now() / 1000
  const row = (time: number, change_grams: number) => ({ scale_id: scaleId, time, change_grams })
  await app.db
    .insertInto('jump')
    .values([row(now - 60, 2500), row(now - 3600, -700), row(now - 40 * DAY, 900)])
    .execute()
  expect((await anna.get(`/jump?scales=${scaleId}`)).body).toEqual([
    { scaleId, time: '2026-05-10T09:00:00.000Z', weightChange: -0.7, byHand: true },
    { scaleId, time: '2026-05-10T09:59:00.000Z', weightChange: 2.5, byHand: true },
  ])
  expect((await anna.get(`/jump?scales=${scaleId}&to=2026-05-10T09:30:00Z`)).body).toHaveLength(1)
  expect((await anna.get('/jump')).status).toBe(400)
})

test('returns the newest jumps if there are more than it lists, and which of them were made by the beekeeper', async () => {
  const now = app.clock.now() / 1000
  const rows = Array.from({ length: JUMPS_MAXIMUM + 2 }, (_, back) => ({
    ...{ scale_id: scaleId, time: now - 60 * back, change_grams: 2500 },
  }))
  for (let at = 0; at < rows.length; at += 5000)
    await app.db
      .insertInto('jump')
      .values(rows.slice(at, at + 5000))
      .execute()
  const { body } = await anna.get(`/jump?scales=${scaleId}`)
  expect(body).toHaveLength(JUMPS_MAXIMUM)
  expect(Date.parse(body[0].time) / 1000).toBe(now - 60 * (JUMPS_MAXIMUM - 1))
  expect(body.at(-1)).toEqual({ scaleId, time: '2026-05-10T10:00:00.000Z', weightChange: 2.5, byHand: true })
})

test('a verdict on a swarm decides whether its jump was made by the beekeeper', async () => {
  const id = await addAlarm()
  const { started_at } = await app.db
    .selectFrom('alarm')
    .select('started_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await app.db.insertInto('jump').values({ scale_id: scaleId, time: started_at, change_grams: -2000 }).execute()
  const byHand = async () => (await anna.get(`/jump?scales=${scaleId}`)).body[0].byHand
  expect(await byHand()).toBe(false)
  await anna.post(`/alarm/${id}`, { verdict: 'false' })
  expect(await byHand()).toBe(true)
  await anna.post(`/alarm/${id}`, { verdict: 'confirmed' })
  expect(await byHand()).toBe(false)
})
