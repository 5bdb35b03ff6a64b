import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { startBroker } from '../support/services/mosquitto.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const password = createHash('sha256').update('bienenstand').digest('hex')
const start = Date.parse('2026-05-10T00:00:00Z')
const KILLS = IS_LONG_RUN ? 20 : 2
const A_ROUND = 120

const place = installationForEachTest()

type Timeline = { series: { tiles: { time: number[] }[] }[] }

async function storedTimes(api: ApiClient): Promise<Set<number>> {
  const from = start / 1000
  const scales = await api.get<unknown[]>('/scale')
  if (scales.length === 0) return new Set()
  const { series } = await api.get<Timeline>(`/timeline?scales=1&from=${from}&to=${from + 30 * 86_400}&level=raw`)
  return new Set(series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time)))
}

test('killing the server in mid-stream and the broker loses nothing that was acknowledged to a transmitter', async () => {
  const broker = await startBroker()
  await place.start({ MQTT_URL: broker.url })
  const api = new ApiClient(place.url)
  await api.post('/registration/user', { email: 'kill@example.ch', password, acceptTerms: true, language: 'en' })
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await api.post<{ deviceKey: string }>('/registration/controller', claim)
  const publisher = await connectAsync(broker.url, { reconnectPeriod: 50 })

  const acknowledged: number[] = []
  let minute = 0
  for (let round = 1; round <= KILLS; round++) {
    const published = Array.from({ length: A_ROUND }, async () => {
      const time = start / 1000 + 60 * minute++
      const readings = [{ time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }]
      const message = JSON.stringify({ ...identity, deviceKey, readings })
      await publisher.publishAsync(`hivewatch/${identity.imei}/readings`, message, { qos: 1 })
      acknowledged.push(time)
    })
    await expect
      .poll(async () => (await storedTimes(api)).size, { timeout: 60_000 })
      .toBeGreaterThan((round - 1) * A_ROUND)
    await place.server.kill()
    await Promise.all(published)
    if (round % 2 === 0) {
      // it writes what it keeps to disk once a second
      await pause(3000)
      await broker.kill()
      await broker.start()
    }
    await place.start({ MQTT_URL: broker.url })
    await expect.poll(async () => acknowledged.length - (await storedTimes(api)).size, { timeout: 120_000 }).toBe(0)
    const stored = await storedTimes(api)
    expect(
      acknowledged.filter((time) => !stored.has(time)),
      `round ${round}`,
    ).toEqual([])
  }
  await publisher.endAsync(true)
  await broker.close()
}, 1_200_000)
