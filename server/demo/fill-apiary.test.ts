import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Intervention } from '#domain/hives/intervention.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/test-app.ts'
import { ApiClient } from './api-client.ts'
import { demoUser, fillApiary } from './fill-apiary.ts'

const url = 'http://127.0.0.1'
let app: TestApp
let isAgain: boolean
/** In the middle of the second transmitter's spring. */
const INTERRUPTED_AT = 26

const tooFast = () => Response.json({ code: 'device_too_fast' }, { status: 429, headers: { 'retry-after': '1' } })

beforeEach(async () => {
  app = await createTestApp()
  let sent = 0
  isAgain = false
  vi.stubGlobal('fetch', (...[asked, init]: Parameters<typeof fetch>) => {
    if (String(asked) === `${url}/api/ingest`) sent++
    // that of the swarm in May
    if (sent === 5) {
      sent++
      return tooFast()
    }
    if (sent === INTERRUPTED_AT && !isAgain) throw new Error('interrupted')
    return app.app.request(String(asked), init)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

it('fills an apiary of a year in which only swarms rang, waits when told to, and continues when interrupted or started again', async () => {
  app.clock.set('2026-01-03T09:00:00Z')
  const said: string[] = []
  await expect(fillApiary(url, app.deps, (text) => said.push(text))).rejects.toThrow('interrupted')
  expect(said.splice(0)).toEqual(['Waldrand: 3 hives, readings since 2025'])
  isAgain = true
  await fillApiary(url, app.deps, (text) => said.push(text))
  expect(said).toEqual(['Waldrand: 3 hives, readings since 2025', 'Obstgarten: 3 hives, readings since 2025'])

  const api = new ApiClient(url)
  const password = createHash('sha256').update(demoUser.password).digest('hex')
  await api.post('/user/login', { email: demoUser.email, password })
  const hives = await app.db.selectFrom('scale').select(['id', 'name']).where('name', '!=', '').execute()
  const nameOf = (id: number | null) => hives.find((hive) => hive.id === id)?.name
  const alarms = await api.get<Alarm[]>('/alarm?from=2025-01-01T00:00:00Z&to=2026-01-03T12:00:00Z')
  const rang = alarms.filter(({ confidence }) => confidence > 0.1)
  expect(
    rang.map(({ scaleId, type, startedAt, verdict }) => [nameOf(scaleId), type, startedAt.slice(0, 10), verdict]),
  ).toEqual([
    ['Kirsche', 'swarm', '2026-01-01', null],
    ['Linde', 'swarm', '2025-12-25', 'confirmed'],
    ['Linde', 'swarm', '2025-05-24', 'confirmed'],
  ])
  const notes = () => api.get<Intervention[]>('/intervention?from=2025-01-01T00:00:00Z&to=2026-01-03T12:00:00Z')
  const noted = await notes()
  expect(noted.length).toBe(6 * 9)

  const newest = () =>
    app.db
      .selectFrom('scale_last')
      .select((q) => q.fn.max('time').as('time'))
      .executeTakeFirstOrThrow()
  expect(await newest()).toEqual({ time: Date.parse('2026-01-03T09:00:00Z') / 1000 })
  app.clock.set('2026-01-03T10:05:00Z')
  await fillApiary(url, app.deps, () => undefined)
  expect(await newest()).toEqual({ time: Date.parse('2026-01-03T10:00:00Z') / 1000 })
  expect(await notes()).toEqual(noted)
})
