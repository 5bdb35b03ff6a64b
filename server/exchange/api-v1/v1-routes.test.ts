import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { partsOf } from '../../platform/db/parts-of.ts'

let app: TestApp
let anna: Client
let ids: { controller: number; scale: number; other: number }
let token: string

const HOUR = 3_600_000
const start = Date.parse('2026-05-09T00:00:00Z')
const all = ['scales', 'readings', 'alarms']

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  const transmitter = await app.claim(anna)
  const scale = await app.addScale(anna, transmitter.id, 1, { name: '=Linde, "1"' })
  const other = await app.addScale(anna, transmitter.id, 2)
  ids = { controller: transmitter.id, scale, other }
  const readings = Array.from({ length: 30 }, (_, i) => [
    { time: new Date(start + i * HOUR).toISOString(), channel: 1, weight: 40 + i / 10, temperature: 34.6 },
    { time: new Date(start + i * HOUR).toISOString(), channel: 2, weight: 20 },
  ]).flat()
  const { imei, imsi, deviceKey } = transmitter
  const body = { imei, imsi, battery: 3.9, signal: -71, readings }
  const { status } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  if (status !== 200) throw new Error(`readings were answered with ${status}`)
  token = await tokenFor(all)
})
afterEach(() => app.close())

const batteryAlarm = (seconds: number) => ({
  ...{ controller_id: ids.controller, scale_id: null, type: 'battery' as const, status: 'open' as const },
  ...{ weight_change_grams: null, own_confidence_percent: 100, own_why: '[]', confidence_percent: 100, why: '[]' },
  ...{ started_at: seconds, detected_at: seconds },
})

const tokenFor = async (scopes: string[]): Promise<string> =>
  (await anna.post('/user/apiToken', { name: 'Sheet', scopes, days: 30 })).body.token
const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  app.nobody.get(`/v1/${path}`, headers)

describe('access', () => {
  it('needs a token, in the header or in the address', async () => {
    expect((await get('scales', {})).body.code).toBe('api_token_missing')
    expect((await get('scales', { authorization: 'Basic x' })).body.code).toBe('api_token_missing')
    expect((await get('scales', { authorization: 'Bearer hw_guess' })).body.code).toBe('api_token_wrong')
    expect((await get(`scales?token=${token}`, {})).status).toBe(200)
    expect((await anna.get('/v1/scales')).status).toBe(401)
  })

  it('covers what the token is for, and nothing else', async () => {
    const alarmsOnly = { authorization: `Bearer ${await tokenFor(['alarms'])}` }
    expect((await get('alarms', alarmsOnly)).status).toBe(200)
    for (const path of ['scales', 'readings', 'midnights', 'figures']) {
      const { status, body } = await get(path, alarmsOnly)
      expect({ status, code: body.code }, path).toEqual({ status: 403, code: 'api_token_scope' })
    }
    expect((await app.nobody.get('/scale', { authorization: `Bearer ${token}` })).body.code).toBe('not_signed_in')
  })

  it('shows an administrator’s token what a beekeeper would see', async () => {
    const admin = await app.signIn('admin@example.org', { admin: true, role: 1 })
    const made = await admin.post('/user/apiToken', { name: 'All', scopes: all, days: 1 })
    // an administrator may need a second factor to create a token
    if (made.status !== 201) return expect(made.body.code).toBe('second_factor_missing')
    const headers = { authorization: `Bearer ${made.body.token}` }
    expect((await get('scales', headers)).body.items).toEqual([])
    expect((await get(`readings?scales=${ids.scale}`, headers)).body.code).toBe('scale_not_found')
  })

  it('is paused after too many requests, without affecting others', async () => {
    for (let i = 0; i < 120; i++) expect((await get('scales?limit=1')).status).toBe(200)
    const { status, body, headers } = await get('scales?limit=1')
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'too_many_requests' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get('scales', { authorization: `Bearer ${await tokenFor(all)}` })).status).toBe(200)
  })
})

describe('scripts can read', () => {
  it('scales, without archived ones', async () => {
    await anna.post(`/scale/${ids.other}`, { state: 'archived' })
    const { body, headers } = await get('scales')
    expect(body).toEqual({
      items: [
        {
          ...{ id: ids.scale, name: '=Linde, "1"', type: 'weight', state: 'active', channel: 1 },
          ...{ transmitterId: ids.controller, transmitter: 'Waldrand', latitude: 46.95, longitude: 7.45 },
        },
      ],
      nextCursor: null,
    })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('readings page by page, each once', async () => {
    const times: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 20; pages++) {
      const { body } = await get(`readings?level=raw&days=7&limit=7${cursor && `&cursor=${cursor}`}`)
      times.push(...body.items.map((row: { scaleId: number; time: string }) => `${row.scaleId} ${row.time}`))
      if (body.nextCursor === null) break
      cursor = body.nextCursor
    }
    expect(times).toHaveLength(60)
    expect(new Set(times).size).toBe(60)
    expect(times[0]).toBe(`${ids.scale} 2026-05-09T00:00:00.000Z`)
    expect(times.at(-1)).toBe(`${ids.other} 2026-05-10T05:00:00.000Z`)
  })

  it('hours and days, including the one in progress as far as it has come', async () => {
    app.clock.advance(Date.parse('2026-05-10T05:30:00Z') - app.clock.now())
    const newest = async (query: string) =>
      (await get(`readings?scales=${ids.scale}&from=2026-05-09&${query}`)).body.items.at(-1)
    const now = '2026-05-10T05:29:58Z'
    expect(await newest(`level=hour&to=${now}`)).toMatchObject({ time: '2026-05-10T05:00:00.000Z', weight: 42.9 })
    expect(await newest('level=hour')).toMatchObject({ time: '2026-05-10T05:00:00.000Z' })
    expect(await newest(`level=day&to=${now}`)).toMatchObject({ time: '2026-05-10T00:00:00.000Z', weight: 42.9 })
    expect(await newest('level=hour&to=2026-05-10T03:30:00Z')).toMatchObject({ time: '2026-05-10T02:00:00.000Z' })
    expect(await newest('level=day&to=2026-05-09T12:00:00Z')).toBeUndefined()
  })

  it('readings of a span, in kg and with their time', async () => {
    const { body } = await get(`readings?scales=${ids.scale}&from=2026-05-09&to=2026-05-09&level=raw`)
    expect(body.items).toHaveLength(24)
    expect(body.items[1]).toEqual({
      ...{ scaleId: ids.scale, scale: '=Linde, "1"', time: '2026-05-09T01:00:00.000Z' },
      ...{ weight: 40.1, temperature: 34.6, humidity: null },
    })
  })

  it('tables for spreadsheets, without formulas', async () => {
    const { body, headers } = await get(`readings?format=csv&level=raw&limit=1&scales=${ids.scale}`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(body).toBe(
      `scaleId,scale,time,weight,temperature,humidity\r\n${ids.scale},"'=Linde, ""1""",2026-05-09T00:00:00.000Z,40,34.6,\r\n`,
    )
    expect(headers.get('x-next-cursor')).toBeTruthy()
    for (const path of ['scales', 'midnights', 'figures', 'alarms']) {
      expect((await get(`${path}?format=csv`)).body, path).toMatch(/^\w+(,\w+)+\r\n/)
    }
  })

  it('weights at midnight, and the figures of the dashboard', async () => {
    const { items } = (await get(`midnights?scales=${ids.scale}&days=3`)).body
    expect(items.find(({ date }: { date: string }) => date === '2026-05-10')).toMatchObject({
      scaleId: ids.scale,
      weight: expect.closeTo(42.2, 5),
    })
    // days are local, as in the answer, and never in the future
    const datesOf = async (query: string) =>
      (await get(`midnights?scales=${ids.scale}&${query}`)).body.items.map(({ date }: { date: string }) => date)
    expect(await datesOf('from=2026-05-10&to=2026-05-10')).toEqual(['2026-05-10'])
    expect(await datesOf('from=2026-05-09&to=2026-05-13')).toEqual(['2026-05-09', '2026-05-10'])
    const { body } = await get('figures')
    expect(body.items[0]).toMatchObject({
      ...{ scaleId: ids.scale, transmitter: 'Waldrand', time: '2026-05-10T05:00:00.000Z' },
      ...{ weight: 42.9, battery: 3.9, signal: -71 },
      ...{ weightTime: '2026-05-10T05:00:00.000Z', humidityTime: null },
    })
  })

  it('alarms, newest first', async () => {
    const seconds = start / 1000
    for (const at of [seconds, seconds + 60]) {
      await app.db.insertInto('alarm').values(batteryAlarm(at)).execute()
    }
    const first = await get('alarms?limit=1')
    expect(first.body.items).toMatchObject([{ startedAt: '2026-05-09T00:01:00.000Z', type: 'battery' }])
    const second = await get(`alarms?limit=1&cursor=${first.body.nextCursor}`)
    expect(second.body.items).toMatchObject([{ startedAt: '2026-05-09T00:00:00.000Z' }])
    expect(second.body.nextCursor).toBeNull()
    expect((await get(`alarms?scales=${ids.scale}`)).body.items).toEqual([])
  })

  it('alarms, however many there are', async () => {
    const times = Array.from({ length: 2001 }, (_, at) => start / 1000 + at)
    for (const part of partsOf(times, 500)) {
      await app.db.insertInto('alarm').values(part.map(batteryAlarm)).execute()
    }
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await get(`alarms?limit=1500${cursor && `&cursor=${cursor}`}`)
      found.push(...body.items.map(({ startedAt }: { startedAt: string }) => startedAt))
      cursor = body.nextCursor
    }
    expect(found).toEqual(times.map((time) => new Date(time * 1000).toISOString()).reverse())
  })
})

describe('what is refused', () => {
  it.each([
    ['readings?scales=999', 404, 'scale_not_found'],
    ['readings?from=2026-05-09&to=2026-05-08', 400, 'invalid_query'],
    ['readings?from=2026-02-30', 400, 'invalid_query'],
    ['readings?level=second', 400, 'invalid_query'],
    ['readings?level=raw&from=2025-01-01', 400, 'range_too_large'],
    ['readings?from=2016-01-01', 400, 'range_too_large'],
    ['readings?limit=10001', 400, 'invalid_query'],
    ['readings?limit=0', 400, 'invalid_query'],
    ['readings?days=367', 400, 'invalid_query'],
    ['midnights?from=2016-01-01', 400, 'range_too_large'],
    ['alarms?from=2016-01-01', 400, 'range_too_large'],
    ['scales?format=xml', 400, 'invalid_query'],
    ['scales?cursor=bm90aGluZw', 400, 'invalid_query'],
  ])('%s', async (path, status, code) => {
    const answer = await get(path)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  })

  it('a token that is being guessed, after a few tries', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const proxied = await createTestApp({ TRUST_PROXY: '1' })
    try {
      let last = 0
      for (let i = 0; i <= 60; i++) {
        last = (await proxied.nobody.get('/v1/scales', { authorization: `Bearer hw_${i}`, ...from })).status
      }
      expect(last).toBe(429)
    } finally {
      await proxied.close()
    }
  })
})
