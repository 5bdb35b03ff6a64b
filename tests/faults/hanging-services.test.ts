import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Beekeeper,
  type ClaimedController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { startBouncingFtpServer } from '../support/services/ftp-server.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'
import { startStuckServer } from '../support/services/stuck-server.ts'
import { startWebReceiver } from '../support/services/web-receiver.ts'
import { addBrowsers, carryOff, pushesOf, quietHive } from './alarming-hive.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { watchOthers } from './onlookers.ts'

/** Ten of each per hive: in total more than are started at a time or may be in progress. */
const HIVES = IS_LONG_RUN ? 4 : 2
/** How long the server waits for one of them. */
const ONE_UPLOAD_MS = 10_000
const SOON = { timeout: 30_000, interval: 100 }

let pushService: PushServiceForTests
beforeEach(async () => {
  pushService = await startPushService()
})
afterEach(() => pushService.close())

const place = installationForEachTest(() => ({
  ALLOW_PRIVATE_ENDPOINTS: 'true',
  PUBLIC_URL: 'http://hives.example.org',
  VAPID_SUBJECT: 'mailto:hives@example.org',
}))

const forward = (
  { api }: Beekeeper,
  { id }: ClaimedController,
  target: 'raw' | 'trachtnet' | 'capaz',
  address: string,
) => api.post(`/controller/${id}/channel/1/forwarding`, { target, address })

async function stopsSoon(): Promise<void> {
  const begun = performance.now()
  await place.server.stop()
  expect(place.server.process.exitCode).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
}

test('FTP servers that never confirm a file, and a mail server that hangs, hold up no other forwarding and no alarm', async () => {
  const data = await startStuckServer()
  const ftp = await startBouncingFtpServer('', `229 come (|||${data.port}|)`)
  const mail = await startStuckServer()
  const web = await startWebReceiver()
  await place.start({ SMTP_URL: `smtp://${mail.address}` })
  const anna = await registerBeekeeper(place.url)
  await addBrowsers(pushService, anna, 1)
  const annas = await quietHive(place.url, anna)
  await forward(anna, annas, 'raw', `${web.url}/readings`)
  const eve = await registerBeekeeper(place.url)
  const hers: ClaimedController[] = []
  for (let hive = 0; hive < HIVES; hive++) {
    hers.push(await quietHive(place.url, eve))
    await forward(eve, hers[hive]!, 'capaz', eve.email)
    for (let i = 0; i < 9; i++) await forward(eve, hers[hive]!, 'trachtnet', `ftp://eve:x@127.0.0.1:${ftp.port}/${i}`)
  }
  for (const hive of hers) await carryOff(place.url, hive)
  await expect.poll(() => data.state.connections, SOON).toBeGreaterThan(0)
  await expect.poll(() => mail.state.connections, SOON).toBeGreaterThan(0)

  const begun = await carryOff(place.url, annas)
  await expect.poll(() => [web.received.length > 0, pushesOf(pushService, annas).length], SOON).toEqual([true, 1])
  expect(Date.now() - begun).toBeLessThan(ONE_UPLOAD_MS)
  expect(data.state.most).toBeLessThanOrEqual(32)
  await stopsSoon()
  await Promise.all([web.close(), ftp.close(), data.close(), mail.close()])
})

const hanging = [
  { how: 'says a byte now and then', drips: 'HTTP/1.1 200 OK' },
  ...(IS_LONG_RUN ? [{ how: 'says nothing', drips: '' }] : []),
]

test.each(hanging)('a weather service that $how keeps nobody waiting', async ({ drips }) => {
  const weather = await startStuckServer({ drips })
  await place.start({ WEATHER_URL: `http://${weather.address}` })
  const anna = await registerBeekeeper(place.url)
  await addBrowsers(pushService, anna, 1)
  const hive = await quietHive(place.url, anna)
  const now = Math.floor(Date.now() / 1000)
  const shown = () =>
    anna.api.get<{ problem: string; time: number[] }>(`/weather?controllerId=${hive.id}&from=${now - 86_400}&to=${now}`)
  await shown()
  await expect.poll(() => weather.state.connections, SOON).toBeGreaterThan(0)
  const ended = watchOthers({ weather: shown, dashboard: () => anna.api.get('/dashboard') })
  await carryOff(place.url, hive)
  await expect.poll(() => pushesOf(pushService, hive).length, SOON).toBe(1)
  const { weather: asked, dashboard } = await ended()
  expect([asked.failures, dashboard.failures]).toEqual([[], []])
  expect(await shown()).toMatchObject({ problem: 'not_loaded', time: [] })
  await sendReadings(place.url, hive, [{ time: new Date().toISOString(), channel: 1, weight: 40 }])
  expect(weather.state.most).toBeLessThanOrEqual(4)
  await stopsSoon()
  await weather.close()
})
