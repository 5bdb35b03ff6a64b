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
