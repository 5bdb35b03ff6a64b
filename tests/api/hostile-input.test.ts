import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

let app: TestApp
let anna: Client

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
})
afterEach(() => app.close())

const hostile = [
  `'; drop table account; --`,
  `" or 1=1`,
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  '{select, select, other {x}}',
  '%00\u0000\\',
  '\u202Eevil',
  '🐝'.repeat(10),
]

describe.each(hostile)('the text %j', (text) => {
  // PostgreSQL cannot store NUL, so it becomes a space on both engines
  const line = text.replaceAll('\0', ' ')

  it('is returned as it was typed from every text field', async () => {
    const address = {
      firstname: text,
      lastname: text,
      company: text,
      street: text,
      zip: 'x',
      city: text,
      country: 'ch',
    }
    const profile = { ...address, phone: '+41 79 123 45 67' }
    expect((await anna.post('/user/profile', profile)).status).toBe(200)
    expect((await anna.get('/user/ping')).body.profile).toEqual(
      JSON.parse(JSON.stringify(profile).replaceAll(JSON.stringify(text), JSON.stringify(line))),
    )

    const controller = await app.claim(anna, text)
    expect((await anna.get(`/controller/${controller.id}`)).body.name).toBe(line)

    const scaleId = await app.addScale(anna, controller.id, 1, { name: text })
    expect((await anna.get('/scale')).body[0].name).toBe(line)

    await anna.post('/intervention', { scaleId, label: 'other', description: text, time: '2026-05-09T08:30:00Z' })
    expect((await anna.get('/intervention')).body[0].description).toBe(text.replaceAll('\0', ''))
    expect(await app.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })
})

describe('a body', () => {
  it.each([
    ['that is no JSON', '{"email":', 'application/json', 400, 'body_not_json'],
    ['that is empty', '', 'application/json', 400, 'body_not_json'],
    ['that is a form', 'email=a', 'application/x-www-form-urlencoded', 415, 'media_type'],
    ['that is plain text', '{}', 'text/plain', 415, 'media_type'],
    ['that is a list', '[]', 'application/json', 400, 'invalid_body'],
    ['that is null', 'null', 'application/json', 400, 'invalid_body'],
    ['over 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json', 413, 'body_too_large'],
  ])('%s is refused', async (_, body, type, status, code) => {
    const answer = await app.request('POST', '/user/login', {
      body,
      headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) },
    })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  it('larger than any form is parsed only if the sender is signed in', async () => {
    const body = '['.repeat(40_000) + ']'.repeat(40_000)
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const refused = await app.request('POST', '/shop/order', { body, headers })
    expect(refused).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    const parsed = await anna.post('/shop/order', body, headers)
    expect(parsed).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
  })

  it.each([
    ['gzip', 415],
    ['identity', 401],
  ])('in the coding %s is answered with %i', async (coding, status) => {
    const body = JSON.stringify({ email: 'anna@example.org', password: '0'.repeat(64) })
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    expect(await app.request('POST', '/user/login', { body, headers })).toMatchObject({ status })
  })

  it('with errors gets an answer that says where each one is', async () => {
    const { body } = await app.nobody.post('/registration/user', { email: 'x', profile: { street: 5 } })
    expect(body).toEqual({
      message: 'Some fields are not right. Please check them.',
      code: 'invalid_body',
      issues: [
        { path: 'email', message: 'E-mail address is not a valid e-mail address.', code: 'not_email' },
        { path: 'password', message: 'Password is missing.', code: 'missing' },
        { path: 'acceptTerms', message: 'Terms of service is missing.', code: 'missing' },
        { path: 'profile.street', message: 'Street has to be text.', code: 'not_text' },
      ],
    })
  })

  it('cannot set fields that are not offered', async () => {
    const registration = {
      email: 'berta@example.org',
      password: 'a'.repeat(64),
      acceptTerms: true,
      admin: true,
      role: 1,
    }
    expect((await app.nobody.post('/registration/user', registration)).body).toMatchObject({ admin: false, role: 3 })
  })
})

describe('another site', () => {
  it.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { origin: 'https://evil.example', host: 'localhost' }],
    ['Origin: null', { origin: 'null', host: 'localhost' }],
  ])('cannot sign somebody out or change anything: %s', async (_, headers) => {
    expect(await anna.get('/user/logout', headers)).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
    expect((await anna.post('/user/language', { language: 'fr' }, headers)).status).toBe(403)
    expect((await anna.get('/user/language', headers)).body.language).toBe('en')
  })

  it('is distinguished from our own', async () => {
    const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:8080', host: 'localhost:8080' }, {}]
    for (const headers of own) expect((await anna.post('/user/language', { language: 'fr' }, headers)).status).toBe(200)
  })
})

describe('an answer', () => {
  it('reveals nothing about an internal error', async () => {
    await app.deps.database.db.schema.dropTable('watch').execute()
    const { status, body } = await anna.get('/controller')
    expect({ status, body }).toEqual({
      status: 500,
      body: { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    })
  })

  it('of the API has strict security headers, and is not cached', async () => {
    const { headers } = await anna.get('/controller')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('to an unknown call is 404 in the language of the caller', async () => {
    expect(await app.nobody.get('/honey', { 'accept-language': 'de-CH' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'Nicht gefunden.' },
    })
    expect(await app.nobody.post('/controller/1/honey', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('says so whatever its body is, as of another database or a form', async () => {
    const send = (path: string, headers: Record<string, string>) =>
      app.request('POST', path, { body: 'a b=1', headers })
    const lines = { 'content-type': 'text/plain' }
    expect(await send('/v3/write_lp', lines)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await send('/dashboard', lines)).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    const packed = await send('/user/login', { 'content-type': 'application/json', 'content-encoding': 'deflate' })
    expect(packed).toMatchObject({
      status: 415,
      body: { message: 'This kind of body is not accepted here: send JSON, uncompressed.' },
    })
  })

  it.each<[string, string, string]>([
    ['DELETE', '/dashboard', 'GET, HEAD'],
    ['GET', '/ingest', 'POST'],
    ['OPTIONS', '/admin/firmware', 'POST, GET, HEAD, DELETE'],
    ['PUT', '/controller/1', 'GET, HEAD, POST'],
  ])('to %s %s names the methods that the call has', async (method, path, allow) => {
    const response = await app.app.request(`/api${path}`, { method, headers: { 'accept-language': 'en' } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(await response.json()).toEqual({
      code: 'method_not_allowed',
      message: 'This call exists, but not with this method.',
    })
  })
})
