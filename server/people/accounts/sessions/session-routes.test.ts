import { afterEach, beforeEach, expect, it } from 'vitest'
import { cookieOf, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

/** Signs in on another device. */
async function signInOn(email: string, userAgent: string) {
  const body = { email, password: sent(PASSWORD) }
  const { headers } = await app.nobody.post('/user/login', body, { 'user-agent': userAgent })
  return { cookie: cookieOf(headers) }
}
const ping = async (headers: Record<string, string>) => (await app.request('GET', '/user/ping', { headers })).status

it('lists where somebody is signed in, this device first, without anything that opens a session', async () => {
  const anna = await app.signIn('anna@example.org')
  await app.signIn('berta@example.org')
  app.clock.advance(3_600_000)
  await signInOn('anna@example.org', phone)
  const { status, body } = await anna.get('/user/sessions')
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      id: body[0].id,
      browser: null,
      system: null,
      createdAt: '2026-05-10T10:00:00.000Z',
      lastSeenAt: '2026-05-10T10:00:00.000Z',
      factor: 'password',
      thisDevice: true,
    },
    {
      id: body[1].id,
      browser: 'Chrome',
      system: 'Android',
      createdAt: '2026-05-10T11:00:00.000Z',
      lastSeenAt: '2026-05-10T11:00:00.000Z',
      factor: 'password',
      thisDevice: false,
    },
  ])
  const rows = await app.db.selectFrom('session').select('token_hash').execute()
  for (const { token_hash } of rows) expect(JSON.stringify(body)).not.toContain(token_hash)
  expect(await ping({ cookie: `hivewatch_session=${body[0].id}` })).toBe(401)
})

it('signs out one device, but none of somebody else', async () => {
  const anna = await app.signIn('anna@example.org')
  const other = await signInOn('anna@example.org', phone)
  const berta = await app.signIn('berta@example.org')
  const [, { id }] = (await anna.get('/user/sessions')).body
  expect(await berta.delete(`/user/sessions/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ping(other)).toBe(200)
  expect(await anna.delete(`/user/sessions/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(await ping(other)).toBe(401)
  expect((await anna.delete(`/user/sessions/${id}`)).status).toBe(404)
  expect((await anna.delete('/user/sessions/1')).status).toBe(400)
  expect((await anna.get('/user/ping')).status).toBe(200)
})

it('ends this very session with its cookie', async () => {
  const anna = await app.signIn('anna@example.org')
  const [{ id }] = (await anna.get('/user/sessions')).body
  app.clock.advance(2 * 3_600_000)
  const ended = await anna.delete(`/user/sessions/${id}`)
  expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^hivewatch_session=; Max-Age=0/)])
  expect((await anna.get('/user/ping')).status).toBe(401)
})

it('signs out everywhere but here', async () => {
  const anna = await app.signIn('anna@example.org')
  const others = [await signInOn('anna@example.org', phone), await signInOn('anna@example.org', '')]
  const berta = await app.signIn('berta@example.org')
  expect(await anna.delete('/user/sessions')).toMatchObject({
    status: 200,
    body: { ended: 2, message: '2 other devices signed out; they no longer ring.' },
  })
  for (const other of others) expect(await ping(other)).toBe(401)
  expect((await anna.get('/user/ping')).status).toBe(200)
  expect((await berta.get('/user/ping')).status).toBe(200)
  expect((await anna.delete('/user/sessions')).body.message).toBe('No other device was signed in.')
})
