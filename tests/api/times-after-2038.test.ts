import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

const STEP = 300
const seconds = (text: string) => Date.parse(text) / 1000
const NOW = '2039-05-10T16:00:00Z'
const BEGIN = seconds('2039-05-06T00:00:00Z')
const SWARM = seconds('2039-05-10T11:00:00Z')

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-2039-'))
  app = await createTestApp({ DATA_DIR: folder })
  app.clock.set(NOW)
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const bearer = () => ({ authorization: `Bearer ${transmitter.deviceKey}` })

async function send(readings: object[]): Promise<void> {
  const { imei, imsi } = transmitter
  const answer = await app.nobody.post('/ingest', { imei, imsi, readings }, bearer())
  expect(answer).toMatchObject({ status: 200, body: { accepted: readings.length, rejected: [] } })
  await app.deps.ingest.settled()
}

async function scaleOn(channel: number): Promise<number> {
  await app.deps.ingest.settled()
  return (await anna.get('/scale')).body.find((one: { channel: number }) => one.channel === channel).id
}

/** The weights of a scale by time, from the timeline. */
async function weightsOf(scaleId: number): Promise<[number, number | null][]> {
  await app.deps.ingest.settled()
  const span = `from=${seconds('2038-01-01')}&to=${seconds('2040-01-01')}`
  const { body } = await anna.get(`/timeline?scales=${scaleId}&${span}&level=raw`)
  return body.series[0].tiles.flatMap(({ time, weight }: { time: number[]; weight: (number | null)[] }) =>
    time.map((at, i) => [at, weight[i]]),
  )
}

async function exported(scaleId: number): Promise<string[]> {
  const { body } = await anna.post('/jobs', {
    ...{ type: 'EXPORT', scales: [scaleId], language: 'en' },
    columns: ['utc', 'weight'],
  })
  await app.jobs.idle()
  const file = await app.app.request(`/api/exports/${body.id}`, { headers: { cookie: anna.cookie! } })
  return (await file.text()).trimEnd().split('\r\n').slice(1)
}

test('a swarm of 2039 rings, is on the timeline and the dashboard, and is exported', async () => {
  const times = Array.from({ length: (seconds(NOW) - BEGIN) / STEP }, (_, i) => BEGIN + i * STEP)
  const kg = (time: number) =>
    Math.round((40 + (time - BEGIN) / 200_000 - Math.min(Math.max((time - SWARM) / 1200, 0), 1) * 2.4) * 1000) / 1000
  const readings = times.map((time) => ({ time: new Date(time * 1000).toISOString(), channel: 1, weight: kg(time) }))
  await send(readings.slice(0, 1000))
  await send(readings.slice(1000))
  const scaleId = await scaleOn(1)
  expect(await weightsOf(scaleId)).toEqual(times.map((time) => [time, kg(time)]))
  const alarms = (await anna.get('/alarm')).body
  expect(alarms).toMatchObject([{ type: 'swarm', scaleId }])
  expect(seconds(alarms[0].startedAt)).toBeGreaterThan(SWARM - 3600)
  const [{ scales }] = (await anna.get('/dashboard')).body
  expect(scales[0].last).toMatchObject({ time: readings.at(-1)!.time, weight: kg(times.at(-1)!) })
  expect(await exported(scaleId)).toHaveLength(times.length)
})

test('a table of 2039 is imported, exported, and undone', async () => {
  const scaleId = await app.addScale(anna, transmitter.id)
  await send([{ time: '2039-05-01T00:00:00Z', channel: 1, weight: 39 }])
  const rows = ['2039-05-01T01:00:00Z;40', '2039-05-01T02:00:00Z;40.5', '2039-05-02T00:00:00Z;41']
  const headers = { cookie: anna.cookie!, 'content-type': 'text/csv' }
  const { body: uploaded } = await app.request('POST', '/imports', {
    body: ['time;weight', ...rows].join('\n'),
    headers,
  })
  const mapping = {
    ...{ separator: ';', hasHeader: true, decimal: '.', dateOrder: 'ymd', zone: 'UTC', timeColumn: 0 },
    ...{ clockColumn: null, columns: [{ column: 1, scaleId, quantity: 'weight' }] },
  }
  const before = await weightsOf(scaleId)
  expect((await anna.post(`/imports/${uploaded.id}/preview`, { mapping })).status).toBe(200)
  await app.imports.idle()
  await anna.post(`/imports/${uploaded.id}/confirm`)
  await app.imports.idle()
  const imported = [
    [seconds('2039-05-01T01:00:00Z'), 40],
    [seconds('2039-05-01T02:00:00Z'), 40.5],
    [seconds('2039-05-02T00:00:00Z'), 41],
  ]
  expect((await anna.get(`/imports/${uploaded.id}`)).body).toMatchObject({ status: 'imported', readings: 3 })
  expect(await weightsOf(scaleId)).toEqual([...before, ...imported])
  expect((await exported(scaleId)).at(-1)).toBe('2039-05-02 02:00:00,2039-05-02T00:00:00Z,41')
  await anna.post(`/imports/${uploaded.id}/undo`)
  await app.imports.idle()
  expect((await anna.get(`/imports/${uploaded.id}`)).body).toMatchObject({ status: 'undone' })
  expect(await weightsOf(scaleId)).toEqual(before)
})

test('raw weights of 2039 become kilograms, and unknown fields get their meaning', async () => {
  for (const time of ['2039-05-10T08:00:00Z', '2039-05-10T09:00:00Z']) {
    await app.nobody.post('/ingest/beep', { time, w_v: 1000, load: 42 }, bearer())
  }
  const calibration = { offset: 0, multiplier: 0.04 }
  expect((await anna.post(`/controller/${transmitter.id}/channel/1/calibration`, calibration)).status).toBe(200)
  await app.weighings.idle()
  const scaleId = await scaleOn(1)
  const [first, second] = [seconds('2039-05-10T08:00:00Z'), seconds('2039-05-10T09:00:00Z')]
  expect(await weightsOf(scaleId)).toEqual([
    [first, 40],
    [second, 40],
  ])
  const assigned = { name: 'load', quantity: 'weight', channel: 2 }
  expect((await anna.post(`/controller/${transmitter.id}/field`, assigned)).body).toMatchObject({ values: 2 })
  expect(await weightsOf(await scaleOn(2))).toEqual([
    [first, 42],
    [second, 42],
  ])
  expect((await anna.post(`/controller/${transmitter.id}/field`, { ...assigned, channel: 3 })).status).toBe(200)
  expect((await weightsOf(await scaleOn(2))).length).toBe(0)
})
