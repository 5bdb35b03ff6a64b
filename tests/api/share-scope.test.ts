import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { ABSENT, levels } from '#domain/hives/tiles/timeline-tile.ts'
import { Timeline } from '#domain/hives/timeline.ts'
import { createApi } from '../../server/app.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '../support/server/test-app.ts'
import { permissions } from './permissions-table.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const now = Date.parse(TEST_START) / 1000

let app: TestApp
let anna: Client
let controllerId: number
let shared: number
let other: number

/** A reading every 40 minutes for 100 days, of two scales; the weight encodes the time. */
const weightAt = (time: number) => 1 + (now - time) / 100_000
const timeOf = (weight: number) => now - Math.round((weight - 1) * 100_000)

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  const { id, imei, imsi, deviceKey } = await app.claim(anna, 'Waldrand')
  controllerId = id
  shared = await app.addScale(anna, id, 1, { name: 'Linden', emptyWeight: 12.5 })
  other = await app.addScale(anna, id, 2, { name: 'Secret' })
  const times = Array.from({ length: (100 * DAY) / 2400 }, (_, i) => now - i * 2400)
  const readings = times.flatMap((seconds) => {
    const time = new Date(seconds * 1000).toISOString()
    return [1, 2].map((channel) => ({ time, channel, weight: weightAt(seconds) }))
  })
  const headers = { authorization: `Bearer ${deviceKey}` }
  const body = { imei, imsi, battery: 3.91, readings }
  expect((await app.nobody.post('/ingest', body, headers)).status).toBe(200)
  await app.deps.ingest.settled()
})
afterEach(() => app.close())

async function share(fields: Record<string, unknown> = {}): Promise<{ id: number; token: string }> {
  const { status, body } = await anna.post('/share', { type: 'livefeed', scales: [shared], ...fields })
  expect(status).toBe(201)
  return { id: body.id, token: new URL(body.link).searchParams.get('token')! }
}
const withToken = (token: string) => ({ 'x-share-token': token })
const everything = (scale = shared) => `/timeline?scales=${scale}&from=${now - 200 * DAY}&to=${now + 10 * DAY}`

/** The earliest and latest time that an answer reveals anything about, through its times and its weights. */
async function told(token: string, query: string, accept: 'json' | 'octet-stream') {
  const response = await app.app.request(`/api${query}`, {
    headers: { ...withToken(token), accept: `application/${accept}` },
  })
  expect(response.status).toBe(200)
  const times: number[] = []
  if (accept === 'octet-stream') {
    const container = decodeContainer(new Uint8Array(await response.arrayBuffer()))
    for (const { bytes, seriesId } of container.tiles) {
      expect(seriesId).toBe(shared)
      const tile = decodeTile(bytes)
      times.push(...Array.from(tile.time, (offset) => tile.from + offset))
      const { columns } = tile
      const weights = Object.values(columns).flatMap((values) => Array.from(values))
      times.push(...weights.filter((grams) => grams !== ABSENT).map((grams) => timeOf(grams / 1000)))
    }
  } else {
    const { series } = v.parse(Timeline, await response.json())
    for (const { tiles } of series) {
      for (const tile of tiles) {
        const weights = 'weight' in tile ? tile.weight : []
        const columns = Array.isArray(weights) ? [weights] : [weights.last, weights.min, weights.max]
        times.push(...tile.time, ...columns.flat().map((weight) => timeOf(weight!)))
      }
    }
  }
  return { first: Math.min(...times), last: Math.max(...times), count: times.length }
}

describe('a share shows nothing outside of its period', () => {
  const from = now - 40 * DAY - 1234
  const to = now - 3 * DAY - 777
  const fixed = { type: 'fixed', from: new Date(from * 1000).toISOString(), to: new Date(to * 1000).toISOString() }
  const levelQueries = [...levels.map((level) => `&level=${level}`), '', '&points=100000', '&points=50']

  it.each(levelQueries)('if the period is fixed: %s', async (level) => {
    const { token } = await share(fixed)
    for (const accept of ['json', 'octet-stream'] as const) {
      for (const since of ['', '&since=0']) {
        const { first, last, count } = await told(token, everything() + level + since, accept)
        expect(count).toBeGreaterThan(20)
        expect(first).toBeGreaterThanOrEqual(from)
        expect(last).toBeLessThan(to)
        expect(first, 'at most a day is lost at the edge').toBeLessThan(from + DAY)
        expect(last).toBeGreaterThan(to - 2 * DAY)
      }
    }
  })

  it.each(levelQueries)('if the period is the last days: %s', async (level) => {
    const { token } = await share({ days: 9 })
    for (const accept of ['json', 'octet-stream'] as const) {
      const { first, last } = await told(token, everything() + level, accept)
      expect(first).toBeGreaterThanOrEqual(now - 9 * DAY)
      expect(last).toBe(now)
    }
    app.clock.advance(5 * DAY * 1000)
    expect((await told(token, `${everything()}&level=raw`, 'octet-stream')).first).toBeGreaterThanOrEqual(now - 4 * DAY)
  })

  it('but everything within it', async () => {
    const year = await share({ type: 'yearToDate' })
    expect((await told(year.token, `${everything()}&level=raw`, 'octet-stream')).first).toBe(now - 100 * DAY + 2400)
    const all = await share({ type: 'unlimited' })
    const { first, last, count } = await told(all.token, `${everything()}&level=raw`, 'octet-stream')
    expect({ first, last, count }).toEqual({
      first: now - 100 * DAY + 2400,
      last: now,
      count: 2 * ((100 * DAY) / 2400),
    })
    app.clock.set('2027-01-05T10:00:00Z')
    const answer = await app.nobody.get(`${everything()}&level=raw`, withToken(year.token))
    expect(answer.body.series).toEqual([{ scaleId: shared, tiles: [] }])
  })

  it('even if only another time is requested', async () => {
    const { token } = await share(fixed)
    for (const span of [`from=${now - 90 * DAY}&to=${from}`, `from=${to}&to=${now}`, `from=${to}&to=${to + 1}`]) {
      for (const level of ['', '&level=raw', '&level=hour', '&level=day']) {
        const { status, body } = await app.nobody.get(`/timeline?scales=${shared}&${span}${level}`, withToken(token))
        expect({ status, series: body.series }).toEqual({ status: 200, series: [{ scaleId: shared, tiles: [] }] })
      }
    }
  })

  it('not even in the data that comes with the page', async () => {
    const { token } = await share({ ...fixed, description: 'Spring' })
    expect((await app.nobody.get('/share/view', withToken(token))).body).toEqual({
      type: 'fixed',
      description: 'Spring',
      days: null,
      from: fixed.from,
      to: fixed.to,
      readings: { from: fixed.from, to: fixed.to },
      scales: [{ id: shared, name: 'Linden', controllerName: '', type: 'weight', emptyWeight: 12.5, color: 0 }],
    })
  })
})

describe('a share token', () => {
  it('opens only these scales, even for somebody who is signed in', async () => {
    const { token } = await share()
    for (const client of [app.nobody, anna]) {
      for (const scales of [`${other}`, `${shared},${other}`, '999']) {
        const { status, body } = await client.get(`/timeline?scales=${scales}&from=1&to=${now}`, withToken(token))
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'scale_not_found' })
      }
      const query = `/timeline?scales=${shared}&controllers=${controllerId}&from=1&to=${now}`
      expect(await client.get(query, withToken(token))).toMatchObject({ status: 404 })
    }
  })

  it('opens two routes and no others, whoever is signed in', async () => {
    const { token } = await share()
    const admin = await app.signIn('admin@example.org', { admin: true })
    const routes = createApi(app.deps).routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    const named = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))]
    expect(named.length).toBeGreaterThan(30)
    for (const client of [app.nobody, anna, admin]) {
      const opened: string[] = []
      for (const name of named) {
        const [method, path] = name.split(' ') as [string, string]
        if (name in permissions.device) continue
        const called = path.replace('/api', '').replaceAll(/:\w+/g, '1')
        const cookie: Record<string, string> = client.cookie ? { cookie: client.cookie } : {}
        const options = { headers: { ...cookie, ...withToken(token) }, ...(method === 'POST' ? { body: {} } : {}) }
        const { status, body } = await app.request(method, called, options)
        if (status !== 403 || body.code !== 'forbidden') opened.push(name)
      }
      expect(opened.sort()).toEqual(['GET /api/share/view', 'GET /api/timeline'])
    }
    expect((await anna.get('/user/ping')).status, 'the session goes on').toBe(200)
  })

  it('that is invalid gets an answer saying so, but only a limited number of times', async () => {
    await share()
    for (const wrong of ['', 'x', 'token-999999', `${'x'.repeat(5000)}`, "' or 1=1"]) {
      const { status, body } = await anna.get('/share/view', withToken(wrong))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'share_unavailable' })
    }
    expect((await app.nobody.get('/share/view')).body.code).toBe('share_unavailable')
    const { token } = await share()
    for (let i = 0; i < 100; i++) expect((await app.nobody.get('/share/view', withToken(token))).status).toBe(200)
    for (let i = 0; i < 55; i++) await app.nobody.get(everything(), withToken(`guess ${i}`))
    const refused = await app.nobody.get('/share/view', withToken('one more'))
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('opens nothing from the moment its share is removed', async () => {
    const { id, token } = await share()
    expect((await app.nobody.get(everything(), withToken(token))).status).toBe(200)
    await anna.delete(`/share/${id}`)
    for (const path of [everything(), '/share/view']) {
      const { status, body } = await app.nobody.get(path, withToken(token))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'share_unavailable' })
    }
  })

  it('opens nothing that now belongs to somebody else, or whose account was disabled', async () => {
    const both = await share({ scales: [shared, other] })
    const berta = await app.signIn('berta@example.org')
    const bertas = await app.claim(berta)
    await app.db.updateTable('scale').set({ controller_id: bertas.id }).where('id', '=', other).execute()
    const { body } = await app.nobody.get('/share/view', withToken(both.token))
    expect(body.scales.map(({ id }: { id: number }) => id)).toEqual([shared])
    expect((await app.nobody.get(everything(other), withToken(both.token))).status).toBe(404)

    await app.db.updateTable('account').set({ active: 0 }).where('id', '=', anna.accountId).execute()
    expect((await app.nobody.get('/share/view', withToken(both.token))).body.code).toBe('share_unavailable')
    await app.db.updateTable('account').set({ active: 1 }).where('id', '=', anna.accountId).execute()
    await app.db.updateTable('controller').set({ owner_id: berta.accountId }).where('id', '=', controllerId).execute()
    expect((await app.nobody.get('/share/view', withToken(both.token))).body.code).toBe('share_unavailable')
  })

  it('opens nothing that was archived, whatever it shares, until it is in use again', async () => {
    const kinds = [{}, { type: 'fixed', from: TEST_START, to: '2026-06-01T00:00:00Z' }, { type: 'unlimited' }]
    const both = await Promise.all(kinds.map((kind) => share({ ...kind, scales: [shared, other] })))
    const alone = await share({ scales: [other] })
    const shownBy = async ({ token }: { token: string }) => {
      const { body } = await app.nobody.get('/share/view', withToken(token))
      return body.scales?.map(({ id }: { id: number }) => id) ?? body.code
    }
    const listed = async () => (await anna.get('/share')).body.map(({ scales }: { scales: number[] }) => scales)

    await anna.post(`/scale/${other}`, { state: 'archived' })
    for (const one of both) {
      expect(await shownBy(one)).toEqual([shared])
      expect((await app.nobody.get(everything(other), withToken(one.token))).status).toBe(404)
      expect((await app.nobody.get(everything(), withToken(one.token))).status).toBe(200)
    }
    expect(await shownBy(alone)).toBe('share_unavailable')
    expect((await app.nobody.get(everything(other), withToken(alone.token))).body.code).toBe('share_unavailable')
    expect(await listed()).toEqual([[], [shared], [shared], [shared]])

    await anna.post(`/scale/${other}`, { state: 'active' })
    expect(await shownBy(alone)).toEqual([other])
    expect(await listed()).toEqual([[other], ...both.map(() => [shared, other])])
  })
})
