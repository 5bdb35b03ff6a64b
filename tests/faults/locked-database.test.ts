import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { IS_LONG_RUN, installationForEachTest } from './installation.ts'
import { watchOthers } from './onlookers.ts'

const LOCKED_MS = IS_LONG_RUN ? 30_000 : 6000
const SOON_MS = 2000

const place = installationForEachTest()

test('while another process holds the lock, writes are told to retry, and reads continue', async () => {
  await place.start()
  const anna = await registerBeekeeper(place.url)
  const controller = await claimController(anna)
  const start = Date.now() - 86_400_000
  let minute = 0
  const reading = () => ({ time: new Date(start + 60_000 * minute++).toISOString(), channel: 1, weight: 40 })
  await sendReadings(place.url, controller, [reading()])
  await anna.api.get('/dashboard')

  const { imei, imsi, deviceKey } = controller
  const ingest = async () => {
    const body = JSON.stringify({ imei, imsi, readings: [reading()] })
    const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${place.url}/api/ingest`, { method: 'POST', headers, body })
    await answer.text()
    if (answer.status !== 503) throw new Error(`answered with ${answer.status}`)
    if (!answer.headers.get('retry-after')) throw new Error('without Retry-After')
  }
  const write = async () => {
    const error = await anna.api.post('/user/language', { language: 'de' }).catch((error: unknown) => error)
    if ((error as { status?: number } | undefined)?.status !== 503) throw new Error(`not refused: ${error}`)
  }
  // how long calls take anyway while the machine is busy with other tests
  const before = watchOthers({
    dashboard: () => anna.api.get('/dashboard'),
    ingest: () => sendReadings(place.url, controller, [reading()]),
  })
  await pause(1000)
  const usual = Object.values(await before()).map(({ slowestMs }) => slowestMs)
  const other = new Sqlite(path.join(place.folder, 'hivewatch.sqlite'))
  other.exec('begin immediate')
  const seen = watchOthers({ ingest, write, dashboard: () => anna.api.get('/dashboard') })
  await pause(LOCKED_MS)
  const ready = (await (await fetch(`${place.url}/readyz`)).json()) as { status: string; troubles: { kind: string }[] }
  const { ingest: sending, write: writing, dashboard: reads } = await seen()
  other.exec('rollback')
  other.close()
  expect([sending.failures, writing.failures, reads.failures]).toEqual([[], [], []])
  const slowest = [sending, writing, reads].map(({ slowestMs }) => Math.round(slowestMs))
  if (IS_LONG_RUN) console.info(`locked for ${LOCKED_MS} ms: ingest, write, dashboard at most ${slowest.join(', ')} ms`)
  expect(Math.max(...slowest)).toBeLessThan(SOON_MS + (IS_LONG_RUN ? 0 : 3 * Math.max(...usual)))
  expect(ready).toMatchObject({ status: 'degraded' })
  expect(ready.troubles.map(({ kind }) => kind)).toContain('database_slow')

  await expect.poll(() => sendReadings(place.url, controller, [reading()]).catch(() => 'later')).toBeUndefined()
  await anna.api.post('/user/language', { language: 'de' })
  await expect
    .poll(async () => (await fetch(`${place.url}/readyz`)).json(), { timeout: 20_000 })
    .toMatchObject({ status: 'ready', troubles: [] })
}, 120_000)
