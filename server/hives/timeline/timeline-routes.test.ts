import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { Timeline } from '#domain/hives/timeline.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '../../../tests/support/server/test-app.ts'

const now = Date.parse(TEST_START) / 1000

let app: TestApp
let owner: Client
let controllerId: number
let deviceKey: string
let imei: string
let scaleId: number

async function send(readings: unknown[]): Promise<void> {
  const headers = { authorization: `Bearer ${deviceKey}` }
  const body = { imei, imsi: imei, battery: 3.91, signal: -71, readings }
  expect(await app.nobody.post('/ingest', body, headers)).toMatchObject({ status: 200, body: { rejected: [] } })
  await app.deps.ingest.settled()
}

const reading = (secondsAgo: number, weight: number) => ({
  time: new Date((now - secondsAgo) * 1000).toISOString(),
  channel: 1,
  weight,
})

beforeEach(async () => {
  app = await createTestApp()
  owner = await app.signIn('anna@example.org')
  const claimed = await app.claim(owner)
  controllerId = claimed.id
  deviceKey = claimed.deviceKey
  imei = claimed.imei
  scaleId = await app.addScale(owner, controllerId)
})
afterEach(() => app.close())

const timeline = (query: string, client = owner) => client.get(`/timeline?${query}`)
const yesterday = `from=${now - 86_400}&to=${now + 600}`

test('readings come back as they were sent', async () => {
  await send([reading(1200, 43.215), reading(600, 43.22)])
  const { status, body } = await timeline(`scales=${scaleId}&controllers=${controllerId}&${yesterday}`)
  expect(status).toBe(200)
  const { level, series } = v.parse(Timeline, body)
  expect(level).toBe('raw')
  expect(series[0]).toMatchObject({
    scaleId,
    tiles: [{ time: [now - 1200, now - 600], weight: [43.215, 43.22], temperature: [null, null] }],
  })
  expect(series[1]).toMatchObject({ controllerId, tiles: [{ battery: [3.91], signal: [-71] }] })
})

test('with the cursor only changes are sent', async () => {
  await send([reading(1200, 43.215)])
  const first = await timeline(`scales=${scaleId}&${yesterday}`)
  const again = `scales=${scaleId}&${yesterday}&since=${first.body.cursor}`
  expect((await timeline(again)).body.series).toEqual([{ scaleId, tiles: [] }])
  await send([reading(86_000, 43.1)])
  const { body } = await timeline(again)
  expect(body.series[0].tiles).toHaveLength(1)
  expect(body.series[0].tiles[0].time).toEqual([now - 86_000])
})

test('tiles come as bytes to clients that ask for them', async () => {
  await send([reading(600, 43.2)])
  const response = await app.app.request(`/api/timeline?scales=${scaleId}&${yesterday}&level=hour`, {
    headers: { accept: 'application/octet-stream', cookie: owner.cookie! },
  })
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  const { level, tiles } = decodeContainer(new Uint8Array(await response.arrayBuffer()))
  expect([level, tiles.map(({ seriesId }) => seriesId)]).toEqual(['hour', [scaleId]])
})

test.each([
  ['application/octet-stream, */*;q=0.5', 'application/octet-stream'],
  ['application/json, application/octet-stream;q=0.5', 'application/json'],
  ['application/octet-stream;q=0, */*', 'application/json'],
  ['*/*', 'application/json'],
])('a client that asks for %s gets %s', async (accept, type) => {
  const headers = { accept, cookie: owner.cookie! }
  const response = await app.app.request(`/api/timeline?scales=${scaleId}&${yesterday}`, { headers })
  expect(response.headers.get('content-type')).toBe(type)
})

test("nobody sees other people's series", async () => {
  const other = await app.signIn('bea@example.org')
  const scale = await timeline(`scales=${scaleId}&${yesterday}`, other)
  expect(scale).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
  const controller = await timeline(`controllers=${controllerId}&${yesterday}`, other)
  expect(controller).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
  expect((await timeline(`scales=${scaleId}&${yesterday}`, app.nobody)).status).toBe(401)
  expect((await other.get(`/controller/${controllerId}/midnightvalues`)).status).toBe(404)
})

test.each([
  ['no series', `from=1&to=2`],
  ['from after to', `scales=1&from=2&to=2`],
  ['a word for a number', `scales=1&from=x&to=2`],
  ['an unknown level', `scales=1&from=1&to=2&level=week`],
  ['no points', `scales=1&from=1&to=2&points=0`],
  ['a list with a hole', `scales=1,,2&from=1&to=2`],
])('%s is an invalid query', async (_, query) => {
  expect(await timeline(query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
})

test('more than 200 series are too many', async () => {
  const scales = Array.from({ length: 201 }, (_, i) => i + 1).join()
  expect(await timeline(`scales=${scales}&${yesterday}`)).toMatchObject({
    status: 400,
    body: { code: 'range_too_large' },
  })
})

test('midnight values: of the last 14 days, or of a range of days or times', async () => {
  // Local midnight of May 10 is at 22:00 UTC on the 9th, 12 hours before the test begins.
  await send([reading(36 * 3600, 42), reading(12 * 3600, 43.2), reading(11 * 3600, 50)])
  const path = `/controller/${controllerId}/midnightvalues`
  const values = async (query: string) => (await owner.get(path + query)).body.scales[0].days
  const today = { date: '2026-05-10', weight: 43.2, delta: 1.2 }
  expect(await values('')).toHaveLength(14)
  expect((await values('')).at(-1)).toEqual(today)
  expect(await values('?from=2026-05-10&to=2026-05-10')).toEqual([today])
  expect(await values('?from=2026-05-09T21:00:00Z&to=2026-05-09T23:00:00Z')).toEqual([today])
  expect(await values(`?from=${now - 86_400}&to=${now}`)).toEqual([today])
  expect(await owner.get(`${path}?from=soon`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
  expect(await owner.get(`${path}?from=2016-01-01&to=2040-01-01`)).toMatchObject({
    status: 400,
    body: { code: 'range_too_large' },
  })
})

test('midnight values follow the offset of the primary region', async () => {
  const region = { name: 'Acores', geojson: '{}', utc_offset: -1, alarm_from: 9, alarm_to: 18 }
  const { id } = await app.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow()
  await app.db.updateTable('controller').set({ primary_region_id: id }).execute()
  await send([reading(9 * 3600, 44)])
  const { body } = await owner.get(`/controller/${controllerId}/midnightvalues?from=2026-05-10&to=2026-05-10`)
  expect(body.scales[0].days).toEqual([{ date: '2026-05-10', weight: 44, delta: null }])
})

test('the dashboard shows what was just sent', async () => {
  await send([reading(600, 43.2)])
  const { status, body } = await owner.get('/dashboard')
  expect(status).toBe(200)
  expect(body[0]).toMatchObject({ id: controllerId, battery: 3.91, scales: [{ id: scaleId, last: { weight: 43.2 } }] })
  expect((await app.nobody.get('/dashboard')).status).toBe(401)
})
