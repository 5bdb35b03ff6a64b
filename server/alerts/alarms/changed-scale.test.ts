import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const MINUTE = 60_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  scaleId = await app.addScale(anna, transmitter.id, 1)
  await anna.post('/notification', { type: 'webhook', address: 'https://example.org/hook' })
})
afterEach(() => app.close())

/** Sends something every ten minutes, or `every` so many, with its time. */
async function send(minutes: number, path: string, bodyAt: (seconds: number) => object, every = 10) {
  const headers = { authorization: `Bearer ${transmitter.deviceKey}` }
  for (let passed = 0; passed < minutes; passed += every) {
    app.clock.advance(every * MINUTE)
    const { status } = await app.request('POST', path, { body: bodyAt(app.clock.now() / 1000), headers })
    expect(status).toBeLessThan(300)
    await app.weighings.idle()
    await app.deps.ingest.settled()
  }
}
const weigh = (minutes: number, ofChannels: Record<number, number>, every = 10) => {
  const bodyAt = (seconds: number) => ({
    imei: transmitter.imei,
    imsi: transmitter.imsi,
    readings: Object.entries(ofChannels).map(([channel, weight]) => ({
      ...{ time: new Date(seconds * 1000).toISOString(), channel: Number(channel), weight },
    })),
  })
  return send(minutes, '/ingest', bodyAt, every)
}
const count = (minutes: number) => send(minutes, '/ingest/beep', (time) => ({ w_v: 500_000, time }))
const calibrate = (weight: number, channel = 1) =>
  anna.post(`/controller/${transmitter.id}/channel/${channel}/calibration`, { offset: 0, multiplier: weight / 500_000 })

const alarms = async () =>
  (await app.db.selectFrom('alarm').select(['type', 'confidence_percent', 'why']).orderBy('id').execute()).map(
    ({ type, confidence_percent, why }) => ({
      type,
      rings: confidence_percent >= 50,
      isOfChange: why.includes('"scaleChanged"'),
    }),
  )
const deliveries = () => app.db.selectFrom('delivery').select('stage').execute()

const weights = [
  ['disturbance', 60, 15],
  ['swarm', 42, 40],
] as const

test.each(weights)('a scale that is moved to the channel of another hive shows no %s', async (type, before, after) => {
  await weigh(180, { 1: before })
  await anna.post(`/scale/${scaleId}`, { channelId: 2 })
  await weigh(120, { 2: after })
  expect(await alarms()).toEqual([{ type, rings: false, isOfChange: true }])
  expect(await deliveries()).toEqual([])
})

test.each(weights)('a scale that is calibrated anew shows no %s', async (type, before, after) => {
  await calibrate(before)
  await count(180)
  app.clock.advance(MINUTE)
  await calibrate(after)
  await count(120)
  expect(await alarms()).toEqual([{ type, rings: false, isOfChange: true }])
  expect(await deliveries()).toEqual([])
})

test.each(weights)('a %s soon after it, or when another scale is calibrated, rings', async (type, before, after) => {
  await anna.post(`/scale/${scaleId}`, { channelId: 2 })
  await weigh(180, { 2: before })
  await calibrate(1, 3)
  await weigh(120, { 2: after })
  expect(await alarms()).toEqual([{ type, rings: true, isOfChange: false }])
  expect(await deliveries()).not.toEqual([])
})

test('a scale that is moved to a lighter hive counts as no loss of its bees, also in the evening', async () => {
  await weigh(36 * 60, { 1: 42 }, 240)
  await anna.post(`/scale/${scaleId}`, { channelId: 2 })
  await weigh(24 * 60, { 2: 39.5 }, 240)
  expect(await alarms()).toEqual([])
  const { body } = await anna.get(`/jump?scales=${scaleId}`)
  expect(body).toMatchObject([{ weightChange: -2.5, byHand: true }])
})
