import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

type Claimed = Awaited<ReturnType<TestApp['claim']>>

let app: TestApp
let anna: Client
let controller: Claimed

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
})

const reading = { time: '2026-05-10T09:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 }
const identity = () => ({ imei: controller.imei, imsi: controller.imsi })
const body = (readings: unknown[] = [reading]) => ({ ...identity(), battery: 3.91, signal: -71, readings })
const bearer = (key = controller.deviceKey) => ({ authorization: `Bearer ${key}` })
const ingest = (sent: unknown, headers: Record<string, string> = bearer()) => app.nobody.post('/ingest', sent, headers)

/** All stored readings; they must not change when something is refused. */
async function stored() {
  await app.deps.ingest.settled()
  const tiles = await app.db.selectFrom('tile').selectAll().execute()
  const scales = await app.db.selectFrom('scale').selectAll().execute()
  const inbox = await app.db.selectFrom('inbox').selectAll().execute()
  return { tiles, scales, inbox }
}

test('a stored request is answered with its outcome and with what the transmitter should do', async () => {
  const answer = await ingest(body([reading, reading, { ...reading, weight: 9999, temperature: null, humidity: null }]))
  expect(answer).toMatchObject({
    status: 200,
    body: {
      accepted: 1,
      duplicates: 1,
      rejected: [{ index: 2, code: 'weight_out_of_range' }],
      time: '2026-05-10T10:00:00.000Z',
      updateInterval: 1,
      firmware: null,
    },
  })
})

test('the scheme of a key may be written in any case', async () => {
  const { deviceKey } = controller
  expect(await ingest(body(), { authorization: `bearer  ${deviceKey}` })).toMatchObject({ body: { accepted: 1 } })
})

test('an impossible value is left out by itself and reported, and no request is refused for it', async () => {
  const sent = {
    ...body([
      { ...reading, temperature: -127 },
      { ...reading, channel: 2, humidity: 100.4 },
      { ...reading, channel: 3, weight: 9999, temperature: 85, humidity: null },
    ]),
    ...{ battery: -1, signal: 50, chipTemperature: 'warm', softwareVersion: 7 },
  }
  expect(await ingest(sent)).toMatchObject({
    status: 200,
    body: {
      accepted: 2,
      rejected: [{ index: 2, code: 'weight_out_of_range' }],
      leftOut: [
        { index: null, field: 'battery', code: 'battery_out_of_range' },
        { index: null, field: 'chipTemperature', code: 'chip_temperature_invalid' },
        { index: null, field: 'signal', code: 'signal_out_of_range' },
        { index: null, field: 'softwareVersion', code: 'software_version_invalid' },
        { index: 0, field: 'temperature', code: 'temperature_unplugged' },
        { index: 1, field: 'humidity', code: 'humidity_out_of_range' },
        { index: 2, field: 'weight', code: 'weight_out_of_range' },
        { index: 2, field: 'temperature', code: 'temperature_power_on' },
      ],
    },
  })
  const { body: dashboard } = await anna.get('/dashboard')
  expect(dashboard[0].scales.map(({ last }: { last: object }) => last)).toMatchObject([
    { weight: 43.215, temperature: null, humidity: 61 },
    { weight: 43.215, temperature: 34.6, humidity: null },
  ])
  expect((await ingest(body([{ ...reading, time: '2026-05-10T11:10:00+02' }]))).body).not.toHaveProperty('leftOut')
})

test('acknowledged readings can be read at once', async () => {
  await ingest(body())
  const { body: dashboard } = await anna.get('/dashboard')
  expect(dashboard[0].scales[0].last).toMatchObject({ weight: 43.215, temperature: 34.6, humidity: 61 })
  const day = Date.parse('2026-05-10T00:00:00Z') / 1000
  const { body: timeline } = await anna.get(`/timeline?scales=1&from=${day}&to=${day + 86_400}&level=raw`)
  expect(timeline.series[0].tiles[0]).toMatchObject({ time: [day + 9 * 3600], weight: [43.215] })
})

test('late readings correct derived values', async () => {
  await ingest(body([reading]))
  await ingest(body([{ ...reading, time: '2026-05-10T08:00:00Z', weight: 40 }]))
  const { body: dashboard } = await anna.get('/dashboard')
  expect(dashboard[0].scales[0].last.weight).toBe(43.215)
  const year = Date.parse('2026-01-01T00:00:00Z') / 1000
  const { body: days } = await anna.get(`/timeline?scales=1&from=${year}&to=${year + 365 * 86_400}&level=day`)
  expect(days.series[0].tiles[0].weight).toMatchObject({ min: [40], max: [43.215], last: [43.215] })
})

test('a gzip body is taken', async () => {
  const response = await app.app.request('/api/ingest', {
    method: 'POST',
    headers: { ...bearer(), 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body())),
  })
  expect(await response.json()).toMatchObject({ accepted: 1 })
})

test('an ended subscription answers 200, says so and stores nothing', async () => {
  await app.db.updateTable('controller').set({ subscription_ends_at: app.clock.now() }).execute()
  const before = await stored()
  const answer = await ingest(body())
  expect(answer).toMatchObject({ status: 200, body: { accepted: 0, code: 'subscription_expired' } })
  expect(await stored()).toEqual(before)
})

test.each(['NaN', 'nan', '-Infinity'])('if a sensor says %s, the rest of the body is stored', async (said) => {
  const written = `${JSON.stringify(body()).replace('34.6', said)}\0`
  const response = await app.app.request('/api/ingest', { method: 'POST', headers: bearer(), body: written })
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { accepted: 1, rejected: [], leftOut: [{ index: 0, field: 'temperature', code: 'temperature_invalid' }] },
  ])
})

describe('is refused as a whole with its code, and nothing stored changes:', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const packed = (text: string) => gzipSync(text)

  test.each<[string, number, string, () => { body: BodyInit; headers?: Record<string, string> }]>([
    ['no device key', 401, 'device_key_missing', () => ({ body: JSON.stringify(body()), headers: {} })],
    ['a wrong device key', 401, 'device_key_wrong', () => ({ body: JSON.stringify(body()), headers: bearer('no') })],
    ['another IMEI', 400, 'imei_imsi_mismatch', () => ({ body: JSON.stringify({ ...body(), imei: '1'.repeat(15) }) })],
    ['another IMSI', 400, 'imei_imsi_mismatch', () => ({ body: JSON.stringify({ ...body(), imsi: '1'.repeat(15) }) })],
    ['a short IMEI', 400, 'imei_missing', () => ({ body: JSON.stringify({ ...body(), imei: '123' }) })],
    ['no IMSI', 400, 'imsi_missing', () => ({ body: JSON.stringify({ ...body(), imsi: undefined }) })],
    ['an unknown key', 400, 'unknown_key', () => ({ body: JSON.stringify({ ...body(), wieght: 1 }) })],
    ['no readings', 400, 'invalid_body', () => ({ body: JSON.stringify({ ...body(), readings: undefined }) })],
    ['broken JSON', 400, 'body_not_json', () => ({ body: '{"imei": ' })],
    ['an empty body', 400, 'body_not_json', () => ({ body: '' })],
    ['deep nesting', 400, 'invalid_body', () => ({ body: nested(400_000) })],
    ['nesting inside', 400, 'invalid_body', () => ({ body: JSON.stringify(body()).replace('3.91', nested(400_000)) })],
    ['more than 1 MiB', 413, 'body_too_large', () => ({ body: ' '.repeat(1024 * 1024 + 1) })],
    [
      'a million readings',
      413,
      'body_too_large',
      () => ({ body: packed(JSON.stringify(body(Array(1e6).fill(0)))), headers: { 'content-encoding': 'gzip' } }),
    ],
    ['10,001 readings', 413, 'readings_too_many', () => ({ body: JSON.stringify(body(Array(10_001).fill(0))) })],
    [
      'a gzip bomb',
      413,
      'body_too_large',
      () => ({ body: packed(' '.repeat(50 * 1024 * 1024)), headers: { 'content-encoding': 'gzip' } }),
    ],
    ['broken gzip', 400, 'body_not_gzip', () => ({ body: 'no gzip', headers: { 'content-encoding': 'gzip' } })],
    ['another encoding', 415, 'media_type', () => ({ body: 'x', headers: { 'content-encoding': 'br' } })],
  ])('%s', async (_, status, code, make) => {
    await ingest(body())
    const before = await stored()
    const { body: sent, headers = {} } = make()
    const withKey = 'authorization' in headers || _ === 'no device key' ? headers : { ...bearer(), ...headers }
    const response = await app.app.request('/api/ingest', {
      method: 'POST',
      headers: { 'accept-language': 'en', ...withKey },
      body: sent,
    })
    const answer = (await response.json()) as { code: string; message: string }
    expect([response.status, answer.code]).toEqual([status, code])
    expect(answer.message).toMatch(/^[A-Z].*\.$/s)
    expect(await stored()).toEqual(before)
  })
})

test('a disk that does not respond is 503 with Retry-After, and the same request succeeds afterwards', async () => {
  const { write } = app.deps.database
  app.deps.database.write = () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
  const refused = await ingest(body())
  expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  app.deps.database.write = write
  expect((await ingest(body())).body).toMatchObject({ accepted: 1 })
})
