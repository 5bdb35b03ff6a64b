import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { createVisitEnding, endIfOver } from './end-visits.ts'

const ID = '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21'
const MINUTE = 60_000

let app: TestApp
let anna: Client
let device: Awaited<ReturnType<TestApp['claim']>>
let end: () => Promise<void>
let start: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  device = await app.claim(anna)
  end = createVisitEnding(app.deps)
  start = app.clock.now()
})
afterEach(() => app.close())

const iso = (minutes: number) => new Date(start + minutes * MINUTE).toISOString()
const begin = () => anna.post('/visit', { id: ID, controllerId: device.id, startedAt: iso(0) })
const shown = async () => (await anna.get('/visit')).body[0]

/** Moves the clock to so many minutes after the start, if that is ahead, and sends a weight of that time. */
async function weigh(minutes: number, kg: number): Promise<void> {
  app.clock.advance(Math.max(0, start + minutes * MINUTE - app.clock.now()))
  const readings = [{ time: iso(minutes), channel: 1, weight: kg }]
  const { imei, imsi, deviceKey } = device
  const headers = { authorization: `Bearer ${deviceKey}` }
  const { body } = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
  expect(body.accepted).toBe(1)
  await app.deps.ingest.settled()
}

it('ends with the last movement, once the weights were steady for half an hour', async () => {
  for (const minutes of [-20, -10, 0]) await weigh(minutes, 40)
  await begin()
  await weigh(10, 27.6)
  for (const minutes of [20, 30]) await weigh(minutes, 30.7)
  await end()
  expect(await shown()).toMatchObject({ endedAt: null })
  await weigh(50, 30.7)
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(20), endedBy: 'quiet', scales: [{ changes: [-12.4, 3.1] }] })
  expect((await anna.get('/notification/mute')).body).toEqual([])
  // an end set by hand takes precedence, even if it arrives late
  await anna.post('/visit', { id: ID, controllerId: device.id, startedAt: iso(0), endedAt: iso(45) })
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(45), endedBy: 'hand' })
})

it('holds no alarms back once it is over, even if its beginning is corrected just as it ends', async () => {
  await weigh(0, 40)
  await begin()
  await weigh(35, 40)
  const before = await app.db.selectFrom('visit').selectAll().executeTakeFirstOrThrow()
  await anna.post(`/visit/${ID}`, { startedAt: iso(-5) })
  await endIfOver(app.deps, before)
  await end()
  expect(await shown()).toMatchObject({ startedAt: iso(-5), endedBy: 'quiet' })
  expect((await anna.get('/notification/mute')).body).toEqual([])
})

it('ends after eight hours if no weights arrive, and is checked again when they do', async () => {
  await weigh(0, 40)
  await begin()
  app.clock.advance(479 * MINUTE)
  await end()
  expect(await shown()).toMatchObject({ endedAt: null })
  app.clock.advance(2 * MINUTE)
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(30), endedBy: 'time' })
  for (const [minutes, kg] of [
    [20, 28],
    [40, 31],
    [60, 31],
    [80, 31],
  ] as const)
    await weigh(minutes, kg)
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(40), endedBy: 'quiet' })
})

it('is extended by notes, and counts a step that only the next reading shows', async () => {
  await weigh(0, 40)
  const { id: scaleId } = (await anna.get('/scale')).body[0]
  await begin()
  app.clock.advance(25 * MINUTE)
  await anna.post('/intervention', { scaleId, label: 'harvest', amount: 9, time: iso(25), visitId: ID })
  await weigh(40, 40)
  await end()
  expect(await shown()).toMatchObject({ endedAt: null })
  await weigh(56, 40)
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(25), scales: [] })
  await anna.post(`/visit/${ID}`, { endedAt: iso(57) })
  await weigh(120, 31)
  await weigh(180, 20)
  expect((await shown()).scales).toEqual([{ scaleId, changes: [-9] }])
})

it('is not extended by somebody noting something at their own hive with its id', async () => {
  for (const minutes of [-20, 0]) await weigh(minutes, 40)
  await begin()
  const berta = await app.signIn('berta@example.org')
  const scaleId = await app.addScale(berta, (await app.claim(berta)).id)
  app.clock.advance(25 * MINUTE)
  await berta.post('/intervention', { scaleId, label: 'harvest', time: iso(25), visitId: ID })
  await weigh(35, 40)
  await end()
  expect(await shown()).toMatchObject({ endedAt: iso(30), endedBy: 'quiet' })
})

it('does not hold alarms back for days if it began while the clock was ahead', async () => {
  app.clock.advance(9 * 1440 * MINUTE)
  const { body } = await anna.post('/visit', { id: ID, controllerId: device.id, startedAt: iso(9 * 1440) })
  expect(body.endedAt).toBe(null)
  app.clock.advance(-9 * 1440 * MINUTE)
  await end()
  expect(await shown()).toMatchObject({ endedBy: 'time' })
  expect((await anna.get('/notification/mute')).body).toEqual([])
})

it('ends independently of others that fail, and not while the clock is in doubt', async () => {
  await begin()
  app.clock.advance(481 * MINUTE)
  const doubting = createVisitEnding({ ...app.deps, clock: { ...app.deps.clock, isTrusted: () => false } })
  await doubting()
  expect(await shown()).toMatchObject({ endedAt: null })
  await end()
  expect(await shown()).toMatchObject({ endedBy: 'time' })
})
