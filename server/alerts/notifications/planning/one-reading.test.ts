import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../../tests/support/server/test-app.ts'
import { readHandJumps } from '../../alarms/read-hand-jumps.ts'

const EVERY_MS = 600_000

let station: DeliveryStation
let anna: Client
let controller: Awaited<ReturnType<DeliveryStation['app']['claim']>>
let scaleId: number

beforeEach(async () => {
  station = await openDeliveryStation()
  const { app } = station
  anna = await app.signIn('anna@example.org')
  await anna.post('/user/language', { language: 'de' })
  controller = await app.claim(anna)
  scaleId = await app.addScale(anna, controller.id, 1, { name: 'Volk 3' })
  await app.addScale(anna, controller.id, 2, { name: 'Volk 4' })
  await read(...Array.from({ length: 12 }, () => [40, 50]))
})

afterEach(() => station.close())

/** Sends readings of both hives in kilograms, one every ten minutes, and delivers everything that is then due. */
async function read(...readings: number[][]) {
  const { app } = station
  const { imei, imsi, deviceKey } = controller
  for (const [at, weights] of readings.entries()) {
    app.clock.advance(EVERY_MS)
    const time = new Date(app.clock.now()).toISOString()
    const wavers = at % 2 ? 0.004 : 0
    const { status } = await app.request('POST', '/ingest', {
      body: { imei, imsi, readings: weights.map((kg, hive) => ({ time, channel: hive + 1, weight: kg + wavers })) },
      headers: { authorization: `Bearer ${deviceKey}` },
    })
    expect(status).toBe(200)
    await app.deps.ingest.settled()
    await station.deliver()
  }
}

const addEveryWay = async () => {
  await station.addPush(anna)
  await station.addNumber(anna)
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
}

const pushes = () =>
  station.service.received.map(({ urgency, message: { notification, app_badge } }) => ({
    title: notification.title,
    isSilent: urgency === 'normal' && notification.silent === true,
    badge: app_badge,
  }))
const others = () => [station.mailServer.received.length, station.smsService.received.length]
const swarms = async () => {
  const { body } = await anna.get('/alarm?from=2026-05-10T00:00:00Z&to=2026-05-11T00:00:00Z')
  return body.filter(({ type }: { type: string }) => type === 'swarm')
}

/** What was taken from or put on the first hive by hand, in grams; its net weight leaves this out. */
async function byHand() {
  const jumps = await readHandJumps(station.app.db, [scaleId], { from: 0, to: station.app.clock.now() / 1000 + 1 })
  return (jumps.get(scaleId) ?? []).map(({ changeGrams }) => changeGrams)
}

test('a single low reading is told silently as such, and is withdrawn silently with the next one', async () => {
  await addEveryWay()
  await read([38.6, 50])
  expect(pushes()).toEqual([{ title: 'Schwarm bei Volk 3?', isSilent: true, badge: 0 }])
  expect(station.service.received[0]!.message.notification.body).toContain('Nur ein einziger Messwert zeigt es')
  await read([40, 50], ...Array.from({ length: 9 }, () => [40, 50]))
  expect(pushes().slice(1)).toEqual([{ title: 'Entwarnung bei Volk 3', isSilent: true, badge: 0 }])
  expect(new Set(station.service.received.map(({ topic }) => topic)).size).toBe(1)
  expect(others()).toEqual([0, 0])
  expect(await swarms()).toMatchObject([{ status: 'withdrawn' }])
  expect(await byHand()).toEqual([-1404, 1400])
})

test('if the second reading shows it too, it rings everywhere as the same alarm', async () => {
  await addEveryWay()
  await read([38.8, 50])
  const [first] = await swarms()
  expect(others()).toEqual([0, 0])
  await read([38, 50])
  expect(pushes()).toEqual([
    { title: 'Schwarm bei Volk 3?', isSilent: true, badge: 0 },
    { title: 'Schwarm bei Volk 3?', isSilent: false, badge: 1 },
  ])
  expect(others()).toEqual([1, 1])
  expect(await swarms()).toMatchObject([{ id: first.id, startedAt: first.startedAt, status: 'provisional' }])
  await read(...Array.from({ length: 6 }, () => [38, 50]))
  expect(await swarms()).toMatchObject([{ id: first.id, status: 'confirmed' }])
  expect(await station.remaining()).toBe(199)
  expect(await byHand()).toEqual([])
})

test('a scale fault nobody was told of leaves no alarm', async () => {
  await read([38.6, 50])
  expect(await swarms()).toMatchObject([{ status: 'provisional', confidence: 0.2 }])
  await read([40, 50])
  expect(await swarms()).toEqual([])
})

test('beside a hive being worked at, a first reading is not told, but the second one is', async () => {
  await addEveryWay()
  await read([40, 52], [38.6, 52])
  expect(pushes()).toEqual([])
  await read([38.6, 52])
  expect(pushes()).toEqual([{ title: 'Schwarm bei Volk 3?', isSilent: true, badge: 0 }])
  await read([38.6, 52])
  expect(pushes()).toHaveLength(1)
  expect(others()).toEqual([0, 0])
})
