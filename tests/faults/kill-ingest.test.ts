import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiClient } from '../../server/demo/api-client.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'

const identity = { imei: '356938035643809', imsi: '228011234567890' }
const password = createHash('sha256').update('bienenstand').digest('hex')
const start = Date.parse('2026-05-10T00:00:00Z')
const SENDERS = 8
const KILLS = IS_LONG_RUN ? 30 : 1

const place = installationForEachTest()

type Timeline = { series: { tiles: { time: number[]; weight: number[] }[] }[] }

async function storedTimes(api: ApiClient): Promise<Set<number>> {
  const from = start / 1000
  const { series } = await api.get<Timeline>(`/timeline?scales=1&from=${from}&to=${from + 30 * 86_400}&level=raw`)
  return new Set(series.flatMap(({ tiles }) => tiles.flatMap(({ time }) => time)))
}

test('a kill in the middle of the stream loses nothing that was acknowledged', async () => {
  await place.start()
  const api = new ApiClient(place.url)
  await api.post('/registration/user', { email: 'kill@example.ch', password, acceptTerms: true, language: 'en' })
  const claim = { ...identity, name: 'Waldrand', location: null, updateInterval: 1 }
  const { deviceKey } = await api.post<{ deviceKey: string }>('/registration/controller', claim)
  const authorization = `Bearer ${deviceKey}`

  const acknowledged: number[] = []
  let minute = 0
  for (let round = 1; round <= KILLS; round++) {
    let alive = true
    const senders = Array.from({ length: SENDERS }, async () => {
      while (alive) {
        const time = start / 1000 + 60 * minute++
        const reading = { time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }
        try {
          await api.post('/ingest', { ...identity, readings: [reading] }, { authorization })
          acknowledged.push(time)
        } catch (error) {
          if (alive) throw error
        }
      }
    })
    const enough = acknowledged.length + 150
    while (acknowledged.length < enough) await new Promise((resolve) => setTimeout(resolve, 5))
    alive = false
    await place.server.kill()
    await Promise.all(senders)

    await place.start()
    const stored = await storedTimes(api)
    expect(
      acknowledged.filter((time) => !stored.has(time)),
      `round ${round}`,
    ).toEqual([])
  }
}, 1_200_000)
