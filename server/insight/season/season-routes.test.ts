import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Season, type SeasonAdviceOf } from '#domain/insight/season-advice.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let linden: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  linden = await app.addScale(anna, controller.id, 1, { name: 'Linden' })
})
afterEach(() => app.close())

/** Sends hourly readings of the last days on a channel; `kgAt` takes days before now. */
async function send(channel: number, days: number, kgAt: (daysAgo: number) => number) {
  const now = app.clock.now()
  const readings = []
  for (let time = now - days * DAY_MS; time <= now; time += HOUR_MS) {
    const weight = Math.round(kgAt((now - time) / DAY_MS) * 1000) / 1000
    readings.push({ time: new Date(time).toISOString(), channel, weight })
  }
  const { imei, imsi, deviceKey } = controller
  const sent = await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
  await app.deps.ingest.settled()
}
const season = async (client = anna) => v.parse(Season, (await client.get('/season')).body)

test('an ongoing flow asks for supers, listed before what is merely good to know', async () => {
  const quiet = await app.addScale(anna, controller.id, 2, { name: 'Weide' })
  await send(2, 20, () => 31)
  await send(1, 30, (daysAgo) => 40 + 1.8 * Math.max(0, 5 - daysAgo))
  expect(await season()).toMatchObject([
    { scaleId: linden, kind: 'supers', urgency: 'now' },
    { scaleId: quiet, kind: 'change', urgency: 'later', kg: 0, days: 14 },
  ])
})

test('an added super counts, recorded or detected', async () => {
  // 5 kg at once, three days ago
  await send(1, 30, (daysAgo) => 40 + 0.8 * Math.max(0, 6 - daysAgo) + (daysAgo <= 3 ? 5 : 0))
  const withinDays = async () => {
    const [advice] = await season()
    expect(advice?.kind).toBe('supers')
    return (advice as SeasonAdviceOf<'supers'>).withinDays
  }
  const felt = await withinDays()
  expect(felt).toBeGreaterThan(3)
  const time = new Date(app.clock.now() - DAY_MS).toISOString()
  await anna.post('/intervention', { scaleId: linden, label: 'super_added', time })
  expect(await withinDays()).toBeGreaterThan(felt)
})

test('a recorded super whose time is damaged takes no sentence along', async () => {
  await send(1, 20, () => 31)
  const time = new Date(app.clock.now() - DAY_MS).toISOString()
  await anna.post('/intervention', { scaleId: linden, label: 'super_added', time })
  await app.db.updateTable('intervention').set({ time: 9e15 }).execute()
  expect(await season()).toMatchObject([{ scaleId: linden }])
})

test('stores are told once the empty weight is set', async () => {
  await send(1, 30, (daysAgo) => 20 + 0.1 * daysAgo)
  expect(await season()).toMatchObject([{ kind: 'change', kg: -1.4, days: 14 }])
  await anna.post(`/scale/${linden}`, { emptyWeight: 19.1 })
  expect(await season()).toMatchObject([{ kind: 'feed', urgency: 'soon', storesKg: 0.9, perDayKg: 0.1 }])
})

test('a weight is not of today because its temperature is', async () => {
  await anna.post(`/scale/${linden}`, { emptyWeight: 19.1 })
  await send(1, 30, (daysAgo) => 20 + 0.1 * daysAgo)
  expect(await season()).toMatchObject([{ kind: 'feed' }])
  app.clock.advance(30 * HOUR_MS)
  const { imei, imsi, deviceKey } = controller
  const readings = [{ time: new Date(app.clock.now()).toISOString(), channel: 1, temperature: 21 }]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  expect((await anna.get('/dashboard')).body[0].scales[0].last).toMatchObject({ weight: 20, temperature: 21 })
  expect((await season())[0]!.kind).not.toBe('feed')
})

test('a new hive says how many days are missing, and one that never sent says that it is silent', async () => {
  const weide = await app.addScale(anna, controller.id, 2, { name: 'Weide' })
  await send(1, 3, () => 30)
  expect(await season()).toMatchObject([
    { scaleId: linden, kind: 'few', days: 3, needed: 7 },
    { scaleId: weide, kind: 'old', asOf: null },
  ])
})

test("hives not in use, thermometers and other people's hives have no sentence", async () => {
  await send(1, 20, () => 30)
  const weide = await app.addScale(anna, controller.id, 2, { name: 'Weide' })
  await app.addScale(anna, controller.id, 3, { name: 'Air', type: 'thermometer' })
  await anna.post(`/scale/${weide}`, { state: 'empty' })
  expect((await season()).map(({ scaleId }) => scaleId)).toEqual([linden])
  const ben = await app.signIn('ben@example.org')
  expect(await season(ben)).toEqual([])
})
