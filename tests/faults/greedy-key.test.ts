import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fleet } from '#domain/operations/fleet.ts'
import { ApiClient } from '../../server/demo/api-client.ts'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { watchOthers } from './onlookers.ts'

const READINGS = 5000
/** 200,000 readings each time, all at once. */
const REQUESTS = 40
/** Rounds until the key is told to wait: a very busy machine is slow enough to accept this much. */
const ROUNDS = IS_LONG_RUN ? { least: 10, most: 10 } : { least: 1, most: 5 }
const AT_ONCE = 100_000
const A_SECOND = 5000
const administrator = { email: 'chief@example.ch', password: 'bienenkönigin' }

const place = installationForEachTest(() => ({
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  INGEST_READINGS_PER_DAY: '10000000',
}))

test('a key that sends two hundred thousand readings a second is told to wait, but no other key is', async () => {
  await place.start()
  const eve = await registerBeekeeper(place.url)
  const { imei, imsi, deviceKey, id } = await claimController(eve, 'Greedy')
  const anna = await registerBeekeeper(place.url)
  const annas = await claimController(anna)
  const start = Date.parse('2025-05-10T00:00:00Z')
  const body = JSON.stringify({
    imei,
    imsi,
    readings: Array.from({ length: READINGS }, (_, i) => ({
      time: new Date(start + 1000 * i).toISOString(),
      channel: 1,
      weight: 40,
    })),
  })
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
  const flood = async () => {
    const answer = await fetch(`${place.url}/api/ingest`, { method: 'POST', headers, body })
    await answer.text()
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after') ?? 0) }
  }

  let minute = 0
  const ended = watchOthers({
    transmitter: () => sendReadings(place.url, annas, [{ time: timeOf(start, minute++), channel: 1, weight: 40 }]),
    dashboard: () => anna.api.get('/dashboard'),
  })
  const begun = performance.now()
  const answers: { status: number; retryAfter: number }[] = []
  const isTold = () => answers.some(({ status }) => status === 429)
  let rounds = 0
  for (; rounds < ROUNDS.least || (rounds < ROUNDS.most && !isTold()); rounds++) {
    answers.push(...(await Promise.all(Array.from({ length: REQUESTS }, flood))))
  }
  const seconds = (performance.now() - begun) / 1000
  const seen = await ended()
  for (const [name, { failures }] of Object.entries(seen)) expect(failures, name).toEqual([])
  if (IS_LONG_RUN) console.info(seen)

  const told = answers.filter(({ status }) => status === 429)
  const taken = answers.filter(({ status }) => status === 200)
  expect(told.length + taken.length).toBe(rounds * REQUESTS)
  expect(taken.length * READINGS).toBeLessThanOrEqual(AT_ONCE + A_SECOND * seconds)
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60)).toBe(true)

  const figures = await (await fetch(`${place.url}/metrics`)).text()
  // in the long run it also sends too many bytes
  const throttled = ['readings', 'bytes'].map((reason) =>
    Number(new RegExp(`^hivewatch_ingest_throttled_total\\{reason="${reason}"\\} (\\d+)`, 'm').exec(figures)?.[1]),
  )
  expect(throttled[0]! + throttled[1]!).toBe(told.length)
  // the fleet is updated once a minute
  if (!IS_LONG_RUN) return
  const chief = new ApiClient(place.url)
  const password = createHash('sha256').update(administrator.password).digest('hex')
  await chief.post('/user/login', { email: administrator.email, password })
  await expect
    .poll(async () => (await chief.get<Fleet>('/admin/fleet')).throttled, { timeout: 90_000, interval: 1000 })
    .toMatchObject({ count: 1, items: [{ id }] })
}, 300_000)

const timeOf = (start: number, minute: number) => new Date(start + 60_000 * minute).toISOString()
