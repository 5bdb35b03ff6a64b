import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

const HOUR = 3600
const day = Date.parse('2026-05-10T00:00:00Z') / 1000
const month = Date.parse('2026-05-01T00:00:00Z') / 1000

let folder: string
let app: TestApp
let anna: Client
let controllerId: number
/** The scale whose data is damaged, and the intact one. */
let broken: number
let whole: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-damaged-'))
  app = await createTestApp({ DATA_DIR: folder })
  anna = await app.signIn('anna@example.org')
  const { id, imei, imsi, deviceKey } = await app.claim(anna)
  controllerId = id
  broken = await app.addScale(anna, id, 1)
  whole = await app.addScale(anna, id, 2)
  const readings = Array.from({ length: 5 * 24 }, (_, hour) => {
    const time = new Date((day + (9 - hour) * HOUR) * 1000).toISOString()
    return [1, 2].map((channel) => ({ time, channel, weight: 40 - hour / 100, temperature: 20 }))
  }).flat()
  const body = { imei, imsi, battery: 3.9, signal: -70, readings }
  expect((await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })).status).toBe(200)
  await app.deps.ingest.settled()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Changes the stored bytes of a tile. */
async function change(seriesId: number, level: 'raw' | 'hour', from: number, to: (bytes: Uint8Array) => Uint8Array) {
  const tile = () =>
    [
      ['scale_id', '=', seriesId],
      ['level', '=', levelNumber[level]],
      ['from', '=', from],
    ] as const
  let read = app.db.selectFrom('tile').select('bytes')
  for (const [column, operator, value] of tile()) read = read.where(column, operator, value)
  const { bytes } = await read.executeTakeFirstOrThrow()
  let write = app.db.updateTable('tile').set({ bytes: to(Uint8Array.from(bytes)) })
  for (const [column, operator, value] of tile()) write = write.where(column, operator, value)
  await write.execute()
}

const flipBit = (bytes: Uint8Array) => {
  bytes[bytes.length >> 1]! ^= 4
  return bytes
}
/** Truncated, and as stored by an earlier version, without a checksum. */
const cutOff = (bytes: Uint8Array) => {
  bytes[0] = 0x10 | (bytes[0]! & 15)
  return bytes.slice(0, -6)
}
const damage = (level: 'raw' | 'hour', from: number, seriesId = broken) => change(seriesId, level, from, flipBit)

const get = async (client: Client, path: string) => {
  const { status, body } = await client.get(path)
  expect({ status, path }).toEqual({ status: 200, path })
  return body
}

test.each([
  ['raw', day, { change24h: null, change7d: null }],
  ['hour', month, { change24h: 0.24 }],
] as const)('the dashboard shows a scale with a damaged %s tile and says so', async (level, from, figures) => {
  await damage(level, from)
  const [{ scales }] = await get(anna, '/dashboard')
  expect(scales).toMatchObject([
    { id: broken, damaged: true, last: { weight: 40 }, ...figures },
    { id: whole, damaged: false, change24h: 0.24 },
  ])
  if (level === 'hour') expect(scales[0].sparkline.weight).toEqual([])
})

test('midnight values and the heat map leave damaged hours out and say which scales are affected', async () => {
  await damage('hour', month)
  const { scales } = await get(anna, `/controller/${controllerId}/midnightvalues?from=2026-05-07&to=2026-05-10`)
  expect(scales).toMatchObject([
    { scaleId: broken, damaged: true, days: Array(4).fill({ weight: null }) },
    { scaleId: whole, damaged: false, days: [{ weight: 39.17 }, {}, {}, {}] },
  ])
  const map = await get(anna, '/heatmap/map?from=2026-05-08&to=2026-05-09')
  expect(map.scales).toEqual([
    { scaleId: broken, damaged: true, gainsGrams: [null, null] },
    { scaleId: whole, damaged: false, gainsGrams: [240, 240] },
  ])
})

test('the analysis ranks all other scales, and the ranking leaves the damaged one out', async () => {
  await damage('hour', month)
  const { scales } = await get(anna, '/analysis?year=2026&days=true')
  expect(scales).toMatchObject([
    { scaleId: broken, damaged: true, gain: null, rank: null },
    { scaleId: whole, damaged: false, rank: 1 },
  ])
  const admin = await app.signIn('admin@example.org', { admin: true })
  const ranking = await get(admin, '/admin/analysis?year=2026')
  expect(JSON.stringify(ranking)).not.toContain('error')
})

test('a timeline as JSON has a gap where a tile without checksum is damaged', async () => {
  await change(broken, 'raw', day, cutOff)
  const span = `scales=${broken},${whole}&from=${day - 24 * HOUR}&to=${day + 24 * HOUR}&level=raw`
  const { series } = await get(anna, `/timeline?${span}`)
  const lengths = series.map(({ tiles }: { tiles: { time: number[] }[] }) => tiles.map(({ time }) => time.length))
  expect(lengths).toEqual([[24], [24, 10]])
})

test('the device doctor reports the damage, and shows nothing of the damaged hours', async () => {
  await damage('hour', month, -controllerId)
  const { findings } = await get(anna, `/controller/${controllerId}/doctor`)
  expect(findings).toMatchObject([{ code: 'readingsDamaged' }])
})

test('the file of an account names the days that are missing', async () => {
  await damage('raw', day)
  const { controllers } = await get(anna, '/user/export')
  const [first, second] = controllers[0].scales
  expect(first.readings).toHaveLength(5 * 24 - 10 + 1)
  expect(first.readings.at(-1)).toEqual({ damaged: '2026-05-10T00:00:00Z' })
  expect(second.readings).toHaveLength(5 * 24)
})

test.each(['csv', 'json', 'xlsx'] as const)(
  'an export as %s has a line for the missing data, and says so',
  async (format) => {
    await damage('raw', day - 24 * HOUR)
    const input = { scales: [broken, whole], format, language: 'en', columns: ['scale', 'weight'] }
    const { body } = await anna.post('/jobs', { type: 'EXPORT', ...input })
    app.jobs.wake()
    await app.jobs.idle()
    const { result } = await get(anna, `/jobs/${body.id}`)
    expect(result).toMatchObject({ rows: 10 * 24 - 24 + 1, missing: 1 })
    const answer = await app.app.request(`/api/exports/${body.id}`, { headers: { cookie: anna.cookie! } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString('utf8')
    const words =
      'Scale 1 (Waldrand): the readings from 2026-05-09 02:00 to 2026-05-10 02:00 are missing, because their stored data is damaged'
    if (format === 'json') {
      const missing = { from: '2026-05-09T00:00:00Z', to: '2026-05-10T00:00:00Z', reason: 'damaged' }
      expect(JSON.parse(text)).toContainEqual({ scaleId: broken, transmitter: 'Waldrand', scale: 'Scale 1', missing })
    }
    if (format === 'csv') expect(text).toContain(`"${words}"\r\n`)
    if (format === 'xlsx') expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).toContain(`>${words}<`)
  },
)
