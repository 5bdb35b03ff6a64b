import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import type { Env } from '../../../platform/http/env.ts'
import { loadSession } from './load-session.ts'

const HOUR_MS = 3_600_000

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

/** Begins a request that takes long; the returned function lets it end, and returns the cookie that its answer sets. */
async function beginSlow({ cookie }: Client): Promise<() => Promise<string | null>> {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const slow = new Hono<Env>().use(loadSession(app.deps)).get('/', async (c) => {
    begun.resolve()
    await end.promise
    return c.text('')
  })
  const answer = slow.request('/', { headers: { cookie: cookie! } })
  await begun.promise
  return async () => {
    end.resolve()
    return (await answer).headers.get('set-cookie')
  }
}

it('extends a session in use', async () => {
  const anna = await app.signIn('anna@example.org')
  app.clock.advance(HOUR_MS)
  expect(await (await beginSlow(anna))()).toContain(anna.cookie!.split(';')[0])
  expect(await (await beginSlow(anna))()).toBeNull()
})

it('a session begun while the clock was ahead lasts no longer than any other', async () => {
  const day = 24 * HOUR_MS
  const seen = async () => (await app.db.selectFrom('session').select('last_seen_at').execute()).flatMap(Object.values)
  app.clock.advance(2 * HOUR_MS)
  const anna = await app.signIn('anna@example.org')
  app.clock.advance(-2 * HOUR_MS)
  expect((await anna.get('/user/ping')).status, 'by two hours').toBe(200)
  expect(await seen()).toEqual([app.clock.now()])
  app.clock.advance(90 * day)
  expect((await anna.get('/user/ping')).status, 'after 90 days without use').toBe(401)

  app.clock.advance(3650 * day)
  const { headers } = await app.nobody.post('/user/login', { email: 'anna@example.org', password: sent(PASSWORD) })
  app.clock.advance(-3650 * day)
  expect((await app.nobody.get('/user/ping', { cookie: cookieOf(headers) })).status, 'by ten years').toBe(401)
})

it('a slow answer does not turn a browser that acts as a user back into that of the administrator', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  const anna = await app.signIn('anna@example.org')
  app.clock.advance(HOUR_MS)
  const end = await beginSlow(admin)
  expect((await admin.post(`/admin/user/${anna.accountId}/actAs`)).status).toBe(200)
  expect(await end()).toBeNull()
})

it('a slow answer does not sign out a browser in which somebody else has signed in', async () => {
  const anna = await app.signIn('anna@example.org')
  await app.signIn('ben@example.org')
  app.clock.advance(HOUR_MS)
  const end = await beginSlow(anna)
  const login = { email: 'ben@example.org', password: sent(PASSWORD) }
  expect(cookieOf((await anna.post('/user/login', login)).headers)).toBeTruthy()
  expect(await end()).toBeNull()
})

it('a change that somebody else made on the device is not made by whoever is signed in by now', async () => {
  const admin = await app.signIn('admin@example.org', { admin: true })
  const anna = await app.signIn('anna@example.org')
  const { id } = await app.claim(anna)
  const acting = { cookie: cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers) }
  const mute = (madeBy: number) =>
    app.nobody.post(
      `/notification/mute?idcontroller=${id}`,
      { notificationType: 'swarm', enddate: null },
      { ...acting, 'device-account': String(madeBy) },
    )
  expect(await mute(admin.accountId)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect((await anna.get('/notification/mute')).body).toEqual([])
  expect((await mute(anna.accountId)).status).toBe(200)
})
