import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { PASSKEYS_MAXIMUM } from '#domain/people/passkey.ts'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createSoftPasskey } from '../../../../tests/support/services/soft-passkey.ts'

const ORIGIN = 'https://bees.example.org'
const host = { host: 'bees.example.org', 'x-forwarded-proto': 'https' }
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/148.0.0.0 Mobile Safari/537.36' }

let app: TestApp
let anna: Client
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: ORIGIN, TRUST_PROXY: 'true' })
  anna = asSecure(await app.signIn('anna@example.org'))
})
afterEach(() => app.close())

/** The same client behind a proxy that speaks https. */
function asSecure(client: Client): Client {
  const cookie = client.cookie ?? ''
  const headers = (more = {}) => ({ cookie, ...host, ...more })
  return {
    ...client,
    get: (path, more) => app.nobody.get(path, headers(more)),
    post: (path, body, more) => app.nobody.post(path, body, headers(more)),
    delete: (path, more) => app.nobody.delete(path, headers(more)),
  }
}

const creationChallenge = async (client: Client) => (await client.post('/user/passkey/options')).body.challenge
const requestChallenge = async () =>
  (await app.nobody.post('/user/login/passkey/options', undefined, host)).body.challenge
const signIn = (response: object) => app.nobody.post('/user/login/passkey', { response }, host)

async function addPasskey(client: Client, name = 'Phone') {
  const passkey = createSoftPasskey(ORIGIN)
  const response = passkey.register(await creationChallenge(client))
  const { status, body } = await client.post('/user/passkey', { name, response })
  expect(status).toBe(201)
  return { passkey, id: body.id as number }
}

describe('adding a passkey', () => {
  it('asks for one that works without naming an account and that verifies its owner', async () => {
    await addPasskey(anna)
    const { body } = await anna.post('/user/passkey/options')
    expect(body).toMatchObject({
      rp: { id: 'bees.example.org', name: 'HiveWatch' },
      user: { name: 'anna@example.org' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(body.excludeCredentials).toHaveLength(1)
  })

  it('requires the password or a passkey again if the sign-in is more than ten minutes ago', async () => {
    const { passkey } = await addPasskey(anna)
    const asked = { status: 403, body: { code: 'confirm_identity' } }
    const passkeyOf = async () => ({ response: createSoftPasskey(ORIGIN).register(await creationChallenge(anna)) })
    const early = await passkeyOf()
    app.clock.advance(10 * 60_000 + 1)
    expect(await anna.post('/user/passkey/options')).toMatchObject(asked)
    expect(await anna.post('/user/passkey', early)).toMatchObject(asked)
    expect(await anna.post('/user/confirm', { password: sent('wrong') })).toMatchObject({
      status: 400,
      body: { code: 'current_password_wrong' },
    })
    expect(await anna.post('/user/passkey/options')).toMatchObject(asked)
    expect((await anna.post('/user/confirm', { password: sent(PASSWORD) })).status).toBe(200)
    expect((await anna.post('/user/passkey', await passkeyOf())).status).toBe(201)
    app.clock.advance(10 * 60_000 + 1)
    const berta = asSecure(await app.signIn('berta@example.org'))
    app.clock.advance(10 * 60_000 + 1)
    const response = passkey.signIn((await anna.post('/user/confirm/passkey/options')).body.challenge)
    expect(await berta.post('/user/confirm/passkey', { response })).toMatchObject({ status: 400 })
    expect(await berta.post('/user/passkey/options')).toMatchObject(asked)
    const own = passkey.signIn((await anna.post('/user/confirm/passkey/options')).body.challenge)
    expect((await anna.post('/user/confirm/passkey', { response: own })).status).toBe(200)
    expect((await anna.post('/user/passkey', await passkeyOf())).status).toBe(201)
  })

  it('ends at the maximum, even if more were begun before', async () => {
    const begun = await Promise.all([creationChallenge(anna), creationChallenge(anna)])
    const row = {
      account_id: anna.accountId,
      public_key: new Uint8Array(1),
      counter: 0,
      transports: '[]',
      created_at: 0,
    }
    const rows = Array.from({ length: PASSKEYS_MAXIMUM - 1 }, (_, n) => ({
      ...row,
      credential_id: `${n}`,
      name: 'Old',
    }))
    await app.db.insertInto('passkey').values(rows).execute()
    const add = (challenge: string) =>
      anna.post('/user/passkey', { name: 'New', response: createSoftPasskey(ORIGIN).register(challenge) })
    const answers = await Promise.all(begun.map(add))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await anna.post('/user/passkey/options')).body.code).toBe('passkeys_too_many')
  })

  it('lists it, by the device it was made on until it gets a name, and tells the owner by mail', async () => {
    const passkey = createSoftPasskey(ORIGIN)
    const response = passkey.register(await creationChallenge(anna))
    expect(await anna.post('/user/passkey', { response }, phone)).toMatchObject({
      status: 201,
      body: { name: 'Android · Chrome', message: 'Passkey added.' },
    })
    const [{ id }] = (await anna.get('/user/passkey')).body
    expect(await anna.post(`/user/passkey/${id}`, { name: ' Blue phone ' })).toMatchObject({
      status: 200,
      body: { id, name: 'Blue phone' },
    })
    expect((await anna.get('/user/passkey')).body).toEqual([
      { id, name: 'Blue phone', createdAt: '2026-05-10T10:00:00.000Z', lastUsedAt: null },
    ])
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'A passkey was added' }])
  })

  it.each([
    ['from another site', { origin: 'https://evil.example.net' }],
    ['for another site', { rpId: 'evil.example.net' }],
    ['without looking who is there', { verified: false }],
  ])('refuses one made %s', async (_, faults) => {
    const response = createSoftPasskey(ORIGIN).register(await creationChallenge(anna), faults)
    const answer = await anna.post('/user/passkey', { response })
    expect(answer).toMatchObject({ status: 400, body: { code: 'passkey_not_verified' } })
  })

  it('accepts a challenge once, within five minutes, and only from whom it was issued to', async () => {
    const berta = asSecure(await app.signIn('berta@example.org'))
    const refused = { status: 400, body: { code: 'passkey_not_verified' } }
    const passkey = createSoftPasskey(ORIGIN)
    const annas = passkey.register(await creationChallenge(anna))
    expect(await berta.post('/user/passkey', { response: annas })).toMatchObject(refused)
    expect((await anna.post('/user/passkey', { response: annas })).status).toBe(201)
    expect(await anna.post('/user/passkey', { response: annas })).toMatchObject(refused)
    const late = createSoftPasskey(ORIGIN).register(await creationChallenge(anna))
    app.clock.advance(5 * 60_000)
    expect(await anna.post('/user/passkey', { response: late })).toMatchObject(refused)
    const forSigningIn = createSoftPasskey(ORIGIN).register(await requestChallenge())
    expect(await anna.post('/user/passkey', { response: forSigningIn })).toMatchObject(refused)
  })

  it('belongs to one person: two accounts cannot have the same passkey', async () => {
    const { passkey } = await addPasskey(anna)
    const berta = asSecure(await app.signIn('berta@example.org'))
    const response = passkey.register(await creationChallenge(berta))
    expect(await berta.post('/user/passkey', { response })).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    })
  })

  it.each([[{}], [{ response: {} }], [{ response: { id: '<script>' } }], [{ response: null }]])(
    'refuses %j',
    async (body) => {
      expect(await anna.post('/user/passkey', body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    },
  )
})

describe('signing in with a passkey', () => {
  it('opens a session, and records when', async () => {
    const { passkey, id } = await addPasskey(anna)
    app.clock.advance(60_000)
    const answer = await signIn(passkey.signIn(await requestChallenge()))
    expect(answer).toMatchObject({ status: 200, body: { userEmail: 'anna@example.org', message: 'Signed in.' } })
    const cookie = cookieOf(answer.headers)
    const ping = await app.request('GET', '/user/ping', { headers: { cookie, ...host } })
    expect(ping.body.userEmail).toBe('anna@example.org')
    expect((await anna.get('/user/passkey')).body).toMatchObject([{ id, lastUsedAt: '2026-05-10T10:01:00.000Z' }])
  })

  it.each([
    ['another site asked for it', { origin: 'https://evil.example.net' }],
    ['it is for another site', { rpId: 'evil.example.net' }],
    ['nobody looked who is there', { verified: false }],
    ['the signature is wrong', { tampered: true }],
  ])('is refused where %s', async (_, faults) => {
    const { passkey } = await addPasskey(anna)
    const answer = await signIn(passkey.signIn(await requestChallenge(), faults))
    expect(answer).toMatchObject({ status: 401, body: { code: 'passkey_not_verified' } })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('accepts a challenge once and within five minutes', async () => {
    const { passkey } = await addPasskey(anna)
    const refused = { status: 401, body: { code: 'passkey_not_verified' } }
    const challenge = await requestChallenge()
    expect((await signIn(passkey.signIn(challenge))).status).toBe(200)
    expect(await signIn(passkey.signIn(challenge))).toMatchObject(refused)
    const late = await requestChallenge()
    app.clock.advance(5 * 60_000)
    expect(await signIn(passkey.signIn(late))).toMatchObject(refused)
    expect(await signIn(passkey.signIn('never-given'))).toMatchObject(refused)
  })

  it('is refused if the counter does not increase, as with a copied key', async () => {
    const { passkey } = await addPasskey(anna)
    expect((await signIn(passkey.signIn(await requestChallenge(), { counter: 5 }))).status).toBe(200)
    for (const counter of [5, 4]) {
      expect((await signIn(passkey.signIn(await requestChallenge(), { counter }))).status).toBe(401)
    }
    expect((await signIn(passkey.signIn(await requestChallenge(), { counter: 6 }))).status).toBe(200)
  })

  it('accepts no passkey that was removed, and no deactivated account', async () => {
    const { passkey, id } = await addPasskey(anna)
    await app.db.updateTable('account').set({ active: 0 }).execute()
    const inactive = await signIn(passkey.signIn(await requestChallenge()))
    expect(inactive).toMatchObject({ status: 401, body: { code: 'account_inactive' } })
    await app.db.updateTable('account').set({ active: 1 }).execute()
    expect(await anna.delete(`/user/passkey/${id}`)).toMatchObject({ status: 200, body: { id } })
    const removed = await signIn(passkey.signIn(await requestChallenge()))
    expect(removed).toMatchObject({ status: 401, body: { code: 'passkey_unknown' } })
  })
})

test('a password reset ends every existing way in', async () => {
  const { passkey } = await addPasskey(anna)
  await app.nobody.post('/user/passwordReset/request?email=anna%40example.org', undefined, host)
  await app.sendMails()
  const token = resetToken(app.mails)
  const reset = `/user/passwordReset/set?token=${token}&password=${sent('new bees and honey')}`
  expect((await app.nobody.post(reset, undefined, host)).status).toBe(200)
  const answer = await signIn(passkey.signIn(await requestChallenge()))
  expect(answer).toMatchObject({ status: 401, body: { code: 'passkey_unknown' } })
})

test('nobody renames or removes the passkey of somebody else', async () => {
  const { id } = await addPasskey(anna)
  const berta = asSecure(await app.signIn('berta@example.org'))
  expect((await berta.get('/user/passkey')).body).toEqual([])
  expect((await berta.post(`/user/passkey/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await berta.delete(`/user/passkey/${id}`)).status).toBe(404)
  expect((await anna.get('/user/passkey')).body).toMatchObject([{ name: 'Phone' }])
})

test('a host that is neither the public one nor a variant’s gets passkeys for the public one', async () => {
  const headers = { host: 'evil.example.net', 'x-forwarded-proto': 'https' }
  const options = await app.nobody.post('/user/login/passkey/options', undefined, headers)
  expect(options.body.rpId).toBe('bees.example.org')
  const variants = await createTestApp({ PUBLIC_URL: ORIGIN, VARIANT_HOSTS: 'vet.example.org=biovet' })
  const asked = await variants.nobody.post('/user/login/passkey/options', undefined, { host: 'vet.example.org' })
  expect(asked.body.rpId).toBe('vet.example.org')
  await variants.close()
})

test('at another address of this server the browser is not asked, but the user is told where passkeys work', async () => {
  const told = { status: 400, body: { code: 'passkey_other_address', message: expect.stringContaining(ORIGIN) } }
  for (const origin of ['https://bees.local', 'https://bees.example.org:8443']) {
    const headers = { ...host, host: new URL(origin).host, origin }
    expect(await app.nobody.post('/user/login/passkey/options', undefined, headers)).toMatchObject(told)
  }
  expect((await app.nobody.post('/user/login/passkey/options', undefined, { ...host, origin: ORIGIN })).status).toBe(
    200,
  )
})

test('one place cannot ask for challenges without end', async () => {
  for (let i = 0; i < 60; i++) await requestChallenge()
  expect((await app.nobody.post('/user/login/passkey/options', undefined, host)).status).toBe(429)
})

describe('attempts from one place', () => {
  const login = (email: string, password: string) => app.nobody.post('/user/login', { email, password }, host)

  it('are limited over all addresses, and right ones cost nothing', async () => {
    for (let i = 0; i < 70; i++) expect((await login('anna@example.org', sent(PASSWORD))).status).toBe(200)
    for (let i = 0; i < 60; i++) expect((await login(`a${i}@example.org`, sent('guess'))).status).toBe(401)
    expect((await login('b@example.org', sent('guess'))).status).toBe(429)
    const elsewhere = { ...host, 'x-forwarded-for': '203.0.113.9' }
    const body = { email: 'anna@example.org', password: sent(PASSWORD) }
    expect((await app.nobody.post('/user/login', body, elsewhere)).status).toBe(200)
  })

  it('to create accounts are limited', async () => {
    const few = await createTestApp({ REGISTRATIONS_PER_HOUR: '3' })
    for (const name of ['a', 'b', 'c']) await few.signIn(`${name}@example.org`)
    const body = { email: 'd@example.org', password: 'a'.repeat(64), acceptTerms: true }
    expect(await few.nobody.post('/registration/user', body)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
    await few.close()
  })
})
