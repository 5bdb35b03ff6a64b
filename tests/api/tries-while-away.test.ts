import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deps } from '../../server/deps.ts'
import { DatabaseError } from '../../server/platform/db/lane.ts'
import type { PostgresLane } from '../../server/platform/db/postgres-lane.ts'
import { postgresKysely } from '../../server/store/connect-postgres.ts'
import { type Answer, createTestApp, PASSWORD, sent, type TestApp } from '../support/server/test-app.ts'

/** More than a limit allows. */
const TRIES = 70
const KEYS = 400
const place = { 'x-forwarded-for': '203.0.113.7' }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', TRUST_PROXY: 'true' })
})
afterEach(() => app.close())

/** Sends requests repeatedly while the database is away, and one more after it is back. */
async function askMeanwhile(ask: () => Promise<Answer>, tries = TRIES): Promise<Answer> {
  const there: Deps['database'] = { ...app.deps.database }
  const away = () => Promise.reject(new DatabaseError('08006', 'connection refused'))
  const lane = { execute: away, write: away, begin: away } as unknown as PostgresLane
  Object.assign(app.deps.database, { db: postgresKysely(lane, { count: 0 }), read: away, write: away })
  for (let i = 0; i < tries; i++)
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
  Object.assign(app.deps.database, there)
  return ask()
}

it('a sign-in that could not be checked does not count as wrong, and the owner is not warned about guesses', async () => {
  await app.signIn('anna@example.org')
  const body = { email: 'anna@example.org', password: sent(PASSWORD) }
  expect(await askMeanwhile(() => app.nobody.post('/user/login', body, place))).toMatchObject({ status: 200 })
  expect(await app.db.selectFrom('mail').select('subject').execute()).toEqual([])
})

it('the same goes for a script’s token', async () => {
  const anna = await app.signIn('anna@example.org')
  const { body } = await anna.post('/user/apiToken', { name: 'Sheet', scopes: ['readings'], days: 30 })
  const authorization = `Bearer ${body.token}`
  expect(await askMeanwhile(() => app.nobody.get('/v1/readings', { authorization, ...place }))).toMatchObject({
    status: 200,
  })
})

it('the same goes for a transmitter’s key that has never been seen before', async () => {
  const anna = await app.signIn('anna@example.org')
  const { imei, imsi, deviceKey } = await app.claim(anna)
  const headers = { authorization: `Bearer ${deviceKey}`, ...place }
  const body = { imei, imsi, readings: [] }
  expect((await askMeanwhile(() => app.request('POST', '/ingest', { body, headers }), KEYS)).status).toBe(200)
})
