import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createPasswords } from '../../../platform/runtime/passwords.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const login = (email: string, typed = PASSWORD, headers: Record<string, string> = {}) =>
  app.nobody.post('/user/login', { email, password: sent(typed) }, headers)

describe('registration', () => {
  it('answers 201 with the login reply and a session', async () => {
    const registration = { email: ' Anna@Example.org ', password: sent(PASSWORD), acceptTerms: true, language: 'fr' }
    const { status, body, headers } = await app.nobody.post('/registration/user', registration)
    expect(status).toBe(201)
    expect(body).toEqual({
      message: 'Welcome! Your account is ready.',
      userEmail: 'anna@example.org',
      admin: false,
      userId: body.userId,
      role: 3,
      affiliation: null,
    })
    const ping = await app.request('GET', '/user/ping', { headers: { cookie: cookieOf(headers) } })
    expect(ping.body).toMatchObject({ userId: body.userId, language: 'fr', manager: false, profile: { street: '' } })
  })

  it('answers in the account’s language if the request asks for none, as does signing in', async () => {
    const registration = { email: 'anna@example.org', password: sent(PASSWORD), acceptTerms: true, language: 'fr' }
    const any = { 'accept-language': '*' }
    const registered = await app.nobody.post('/registration/user', registration, any)
    expect(registered.body.message).toMatch(/^Bienvenue/)
    expect((await login('anna@example.org', PASSWORD, any)).body.message).toBe('Connexion réussie.')
  })

  it('keeps a slow salted hash of the password and a hash of the session, never the values', async () => {
    const { cookie } = await app.signIn('anna@example.org')
    const account = await app.db.selectFrom('account').select('password_hash').executeTakeFirstOrThrow()
    expect(account.password_hash).toMatch(/^\$argon2id\$/)
    const session = await app.db.selectFrom('session').select('token_hash').executeTakeFirstOrThrow()
    expect(cookie).not.toContain(session.token_hash)
    expect(session.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('requires accepting the terms', async () => {
    const body = { email: 'anna@example.org', password: sent(PASSWORD), acceptTerms: false }
    expect(await app.nobody.post('/registration/user', body)).toMatchObject({
      status: 400,
      body: { code: 'terms_not_accepted' },
    })
  })

  it('accepts an address once, ignoring case', async () => {
    await app.signIn('anna@example.org')
    const body = { email: 'ANNA@example.org', password: sent(PASSWORD), acceptTerms: true }
    expect(await app.nobody.post('/registration/user', body)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  })

  it.each([
    ['typed password', { password: PASSWORD }, 'password'],
    ['upper-case hash', { password: sent(PASSWORD).toUpperCase() }, 'password'],
    ['no address', { email: 'anna' }, 'email'],
    ['oversized address', { email: `${'a'.repeat(250)}@example.org` }, 'email'],
    ['unknown language', { language: 'it' }, 'language'],
    ['oversized profile', { profile: { street: 'x'.repeat(201) } }, 'profile.street'],
    ['a street of nothing', { profile: { street: ' ' } }, 'profile.street'],
    ['a country that is none', { profile: { country: 'xx' } }, 'profile.country'],
    ['a phone number that is none', { profile: { phone: 'abc' } }, 'profile.phone'],
    ['a phone number of four digits', { profile: { phone: '+41 7' } }, 'profile.phone'],
  ])('refuses: %s', async (_, fault, path) => {
    const body = { email: 'anna@example.org', password: sent(PASSWORD), acceptTerms: true, ...fault }
    const answer = await app.nobody.post('/registration/user', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', issues: [{ path }] } })
  })
})

describe('sign-in', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    await app.signIn('anna@example.org')
    const wrong = await login('anna@example.org', 'not it')
    const unknown = await login('nobody@example.org', 'not it')
    expect(wrong.status).toBe(401)
    expect(wrong.body.code).toBe('credentials_wrong')
    expect(unknown).toEqual({ ...wrong, headers: unknown.headers })
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()])
  })

  it('takes the same effort for an unknown address', async () => {
    const passwords = createPasswords({ memoryKibibytes: 8, passes: 1 })
    expect(await passwords.verify(undefined, 'nobody')).toBe(false)
    expect(await passwords.verify(await passwords.hash('a'), 'a')).toBe(true)
    expect(await passwords.verify(await passwords.hash('a'), 'b')).toBe(false)
  })

  it('refuses an account that was switched off, and ends its sessions', async () => {
    const anna = await app.signIn('anna@example.org')
    await app.db.updateTable('account').set({ active: 0 }).execute()
    expect(await login('anna@example.org')).toMatchObject({ status: 401, body: { code: 'account_inactive' } })
    expect(await anna.get('/user/ping')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  it('tells the affiliation and the manager', async () => {
    await app.db.insertInto('affiliation').values({ name: 'Bienenfreunde' }).execute()
    const { id } = await app.db.selectFrom('affiliation').select('id').executeTakeFirstOrThrow()
    const anna = await app.signIn('anna@example.org', { role: 2, affiliationId: id })
    expect((await anna.get('/user/ping')).body).toMatchObject({
      manager: true,
      role: 2,
      admin: false,
      affiliation: { id, name: 'Bienenfreunde' },
    })
  })
})

describe('session', () => {
  it('sets a cookie that scripts cannot read, and over https one that is bound to the host', async () => {
    await app.signIn('anna@example.org')
    const plain = (await login('anna@example.org')).headers.getSetCookie()
    expect(plain).toEqual([
      expect.stringMatching(/^hivewatch_session=token-\d+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^hivewatch_device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const behindProxy = await createTestApp({ TRUST_PROXY: 'true' })
    await behindProxy.signIn('anna@example.org')
    const https = { 'x-forwarded-proto': 'https' }
    const body = { email: 'anna@example.org', password: sent(PASSWORD) }
    const { headers } = await behindProxy.nobody.post('/user/login', body, https)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-hivewatch_session=token-\d+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-hivewatch_device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const cookie = cookieOf(headers)
    expect((await behindProxy.request('GET', '/user/ping', { headers: { cookie, ...https } })).status).toBe(200)
    expect((await behindProxy.request('GET', '/user/ping', { headers: { cookie } })).status).toBe(401)
    await behindProxy.close()
  })

  it('is bound to https if the public address is, whatever is in front of the server', async () => {
    const secure = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
    await secure.signIn('anna@example.org')
    const body = { email: 'anna@example.org', password: sent(PASSWORD) }
    const { headers } = await secure.nobody.post('/user/login', body)
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.+; Secure/)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const cookie = cookieOf(headers)
    expect((await secure.request('GET', '/user/ping', { headers: { cookie } })).status).toBe(200)
    const planted = cookie.replaceAll('__Host-', '')
    expect((await secure.request('GET', '/user/ping', { headers: { cookie: planted } })).status).toBe(401)
    expect((await secure.app.request('/')).headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.close()
  })

  it('is bound to https behind a proxy that is itself reached by http', async () => {
    const inner = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', TRUST_PROXY: 'true' })
    await inner.signIn('anna@example.org')
    const body = { email: 'anna@example.org', password: sent(PASSWORD) }
    const { headers } = await inner.nobody.post('/user/login', body, { 'x-forwarded-proto': 'http' })
    expect(headers.getSetCookie()).toHaveLength(2)
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.+; Secure/)
    await inner.close()
  })

  it('ignores a forwarded protocol if no proxy is trusted', async () => {
    await app.signIn('anna@example.org')
    const { headers } = await login('anna@example.org', PASSWORD, { 'x-forwarded-proto': 'https' })
    expect(headers.getSetCookie()[0]).toMatch(/^hivewatch_session=/)
  })

  it('lasts 90 days from its last use', async () => {
    const day = 24 * 3600 * 1000
    const anna = await app.signIn('anna@example.org')
    app.clock.advance(89 * day)
    const used = await anna.get('/user/ping')
    expect(used.status).toBe(200)
    expect(used.headers.getSetCookie()[0]).toContain('Max-Age=7776000')
    app.clock.advance(89 * day)
    expect((await anna.get('/user/ping')).status).toBe(200)
    app.clock.advance(90 * day)
    expect((await anna.get('/user/ping')).status).toBe(401)
  })

  it('lasts a year at most, however much it is used', async () => {
    const day = 24 * 3600 * 1000
    const anna = await app.signIn('anna@example.org')
    for (let days = 0; days < 360; days += 60) {
      app.clock.advance(60 * day)
      expect((await anna.get('/user/ping')).status, `after ${days + 60} days`).toBe(200)
    }
    app.clock.advance(4 * day)
    expect((await anna.get('/user/ping')).headers.getSetCookie()[0]).toContain('Max-Age=86400;')
    app.clock.advance(day)
    expect((await anna.get('/user/ping')).status).toBe(401)
  })

  it('of an administrator ends after twelve hours without use, even one started before they became one', async () => {
    const hour = 3600 * 1000
    const anna = await app.signIn('anna@example.org', { admin: true })
    for (let i = 0; i < 4; i++) {
      app.clock.advance(11 * hour)
      expect((await anna.get('/user/ping')).headers.getSetCookie()[0]).toContain('Max-Age=43200;')
    }
    const again = await login('anna@example.org')
    expect(again.headers.getSetCookie()[0]).toContain('Max-Age=43200;')
    expect((await anna.get('/user/sessions')).body).toHaveLength(2)
    app.clock.advance(11 * hour)
    expect((await anna.get('/user/ping')).status).toBe(200)
    app.clock.advance(2 * hour)
    expect((await anna.get('/user/sessions')).body).toHaveLength(1)
    app.clock.advance(12 * hour)
    expect((await anna.get('/user/ping')).status).toBe(401)
  })

  it('is prolonged at most once an hour', async () => {
    const anna = await app.signIn('anna@example.org')
    const seen = async () =>
      (await app.db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at
    const start = await seen()
    app.clock.advance(59 * 60_000)
    expect((await anna.get('/user/ping')).headers.getSetCookie()).toEqual([])
    expect(await seen()).toBe(start)
    app.clock.advance(60_000)
    await anna.get('/user/ping')
    expect(await seen()).toBe(start + 3_600_000)
  })

  it('ends with the logout; a logout without a session is not an error', async () => {
    const anna = await app.signIn('anna@example.org')
    app.clock.advance(2 * 3_600_000)
    const out = await anna.get('/user/logout')
    expect(out).toMatchObject({ status: 200, body: { message: 'Signed out.' } })
    expect(out.headers.getSetCookie().sort()).toEqual([
      expect.stringMatching(/^hivewatch_device=; Max-Age=0/),
      expect.stringMatching(/^hivewatch_session=; Max-Age=0/),
    ])
    expect((await anna.get('/user/ping')).status).toBe(401)
    expect((await anna.get('/user/logout')).status).toBe(200)
  })

  it('can be ended by its token too, whoever has signed in on the device since, without ending anything else', async () => {
    const anna = await app.signIn('anna@example.org')
    const token = (await anna.get('/user/ping')).body.signOutToken
    const elsewhere = cookieOf((await login('anna@example.org')).headers)
    const berta = await app.signIn('berta@example.org')
    for (const wrong of [`${token}x`, token.replace(/^./, 'f'), 'x', `${token.split('.')[0]}.`]) {
      expect((await berta.post('/user/logout', { token: wrong })).status).toBe(200)
    }
    expect((await anna.get('/user/ping')).status).toBe(200)
    const out = await berta.post('/user/logout', { token })
    expect(out).toMatchObject({ status: 200, body: { message: 'Signed out.' } })
    expect(out.headers.getSetCookie()).toEqual([])
    expect((await anna.get('/user/ping')).status).toBe(401)
    expect((await berta.get('/user/ping')).status).toBe(200)
    expect((await app.request('GET', '/user/ping', { headers: { cookie: elsewhere } })).status).toBe(200)
    expect((await berta.post('/user/logout', { token })).status).toBe(200)
  })

  it('removes its cookies if they are still on the device', async () => {
    const anna = await app.signIn('anna@example.org')
    const token = (await anna.get('/user/ping')).body.signOutToken
    const cookies = (await anna.post('/user/logout', { token })).headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(/^hivewatch_device=; Max-Age=0/),
      expect.stringMatching(/^hivewatch_session=; Max-Age=0/),
    ])
  })

  it('is replaced by a new sign-in in the same browser, and leaves other browsers alone', async () => {
    const anna = await app.signIn('anna@example.org')
    const other = await login('anna@example.org')
    await login('anna@example.org', PASSWORD, { cookie: anna.cookie! })
    expect((await anna.get('/user/ping')).status).toBe(401)
    const cookie = cookieOf(other.headers)
    expect((await app.request('GET', '/user/ping', { headers: { cookie } })).status).toBe(200)
  })

  it('cannot be opened with a made-up token', async () => {
    const headers = { cookie: "hivewatch_session=' or 1=1 --" }
    expect((await app.request('GET', '/user/ping', { headers })).status).toBe(401)
  })
})
