import { afterEach, beforeEach, expect, test } from 'vitest'
import { curveDay, weightCurve } from '../../../tests/support/samples/weight-curve.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let admin: Client
beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

const DAY = 86_400
const geojson = {
  type: 'Polygon',
  coordinates: [
    [
      [7, 46.5],
      [8, 46.5],
      [8, 47.5],
      [7, 47.5],
      [7, 46.5],
    ],
  ],
}

/** A quiet hive that loses a swarm at 17:00 UTC that day. */
async function sendDay(controller: { imei: string; imsi: string; deviceKey: string }, day: string) {
  const shift = Date.parse(`${day}T00:00:00Z`) / 1000 - curveDay
  const curve = weightCurve({ toHour: 23, changes: [{ hour: 5, grams: -2200, minutes: 10 }] })
  const readings = curve.map(({ time, weightGrams }) => ({
    time: new Date((time + shift) * 1000).toISOString(),
    channel: 1,
    weight: weightGrams / 1000,
  }))
  const { imei, imsi, deviceKey } = controller
  const { status } = await app.request('POST', '/ingest', {
    body: { imei, imsi, readings },
    headers: { authorization: `Bearer ${deviceKey}` },
  })
  expect(status).toBe(200)
  const from = new Date((curveDay + shift) * 1000).toISOString()
  const to = new Date((curveDay + shift + DAY) * 1000).toISOString()
  const { body } = await anna.get(`/alarm?from=${from}&to=${to}`)
  return body.filter(({ type }: { type: string }) => type === 'swarm').length
}

test('swarm alarms ring during the hours of the region at the place, and during others as soon as it has others', async () => {
  const controller = await app.claim(anna)
  expect(await sendDay(controller, '2026-05-06')).toBe(0)
  const region = { name: 'Bern', geojson, utcOffset: 0, alarmFrom: 4, alarmTo: 8 }
  const { body } = await admin.post('/region', region)
  expect(await sendDay(controller, '2026-05-07')).toBe(1)
  await admin.post(`/region/${body.id}`, { utcOffset: 4 })
  expect(await sendDay(controller, '2026-05-08')).toBe(0)
  await admin.post(`/region/${body.id}`, { alarmTo: 12 })
  expect(await sendDay(controller, '2026-05-09')).toBe(1)
})
