import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let home: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  app.clock.set(Date.parse('2026-11-10T22:00:00Z'))
  anna = await app.signIn('anna@example.org')
  home = await app.claim(anna, 'Waldrand')
  await app.addScale(anna, home.id, 1, { name: 'Linde' })
})
afterEach(() => app.close())

async function send(time: string, values: { weight?: number; temperature?: number }): Promise<void> {
  app.clock.set(Date.parse(time))
  const { imei, imsi, deviceKey } = home
  const body = { imei, imsi, readings: [{ time, channel: 1, ...values }] }
  await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
}
const last = async () => (await anna.get('/dashboard')).body[0].scales[0].last

it('has the weight of the evening before until another comes, but none that is older', async () => {
  await send('2026-11-10T22:30:00Z', { weight: 41.5, temperature: 8 })
  await send('2026-11-11T00:10:00Z', { temperature: 7 })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:10:00.000Z', weight: 41.5, temperature: 7 })
  await send('2026-11-11T00:20:00Z', { temperature: 6.5 })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:20:00.000Z', weight: 41.5, temperature: 6.5 })
  await send('2026-11-12T00:10:00Z', { temperature: 5 })
  expect(await last()).toMatchObject({ weight: null, temperature: 5 })
})

it('has the weight of the evening before even if it comes late, together with the first temperature of the day', async () => {
  await send('2026-11-10T22:30:00Z', { temperature: 8 })
  app.clock.set(Date.parse('2026-11-11T00:10:00Z'))
  const { imei, imsi, deviceKey } = home
  const readings = [
    { time: '2026-11-10T23:00:00Z', channel: 1, weight: 41.5 },
    { time: '2026-11-11T00:10:00Z', channel: 1, temperature: 7 },
  ]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(await last()).toMatchObject({ time: '2026-11-11T00:10:00.000Z', weight: 41.5, temperature: 7 })
})
