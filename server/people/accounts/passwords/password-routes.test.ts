import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { cookieOf, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createLogger } from '../../../platform/runtime/logger.ts'

const MINUTE = 60_000
const NEW = 'a new one'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
})
afterEach(() => app.close())

const login = (typed: string) => app.nobody.post('/user/login', { email: 'anna@example.org', password: sent(typed) })
const request = (email: string, headers?: Record<string, string>) =>
  app.nobody.post(`/user/passwordReset/request?email=${encodeURIComponent(email)}`, undefined, headers)
const check = (token: string) => app.nobody.get(`/user/passwordReset/check?token=${token}`)
const set = (token: string, typed = NEW) =>
  app.nobody.post(`/user/passwordReset/set?token=${token}&password=${sent(typed)}`)

/** Requests a link and takes it from the mail. */
async function linkFor(email: string): Promise<string> {
  await request(email)
  await app.sendMails()
  return resetToken(app.mails) ?? ''
}

describe('a forgotten password', () => {
  it('is replaced by a link in the owner’s language, which works once and ends all sessions', async () => {
    const anna = await app.signIn('anna@example.org')
    await anna.post('/user/language', { language: 'fr' })
    const token = await linkFor(' Anna@Example.org')
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'Choisir un nouveau mot de passe' }])
    expect(app.mails[0]?.html).toContain(`<a href="https://bees.example.org/password/reset/${token}">`)
    expect(await check(token)).toMatchObject({ status: 200, body: { valid: true } })
    expect(await check(token)).toMatchObject({ status: 200 })
    expect(await set(token)).toMatchObject({ status: 200, body: { message: 'Password saved.' } })
    expect((await anna.get('/user/ping')).status).toBe(401)
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
    const spent = { status: 404, body: { code: 'password_reset_invalid' } }
    expect(await check(token)).toMatchObject(spent)
    expect(await set(token, 'again')).toMatchObject(spent)
    expect((await login(NEW)).status).toBe(200)
    await app.sendMails()
    expect(app.mails.at(-1)).toMatchObject({ to: 'anna@example.org', subject: 'Votre mot de passe a été changé' })
  })

  it('lets its owner in at once, however often the old one was mistyped before', async () => {
    await app.signIn('anna@example.org')
    const mistyped: number[] = []
    for (let i = 0; i < 6; i++) mistyped.push((await login(`wrong ${i}`)).status)
    expect(mistyped.at(-1)).toBe(429)
    await set(await linkFor('anna@example.org'))
    expect((await login(NEW)).status).toBe(200)
  })

  it('shuts out somebody who is just signing in with the old password', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    const { passwords } = app.deps
    const { verify } = passwords
    passwords.verify = async (...known) => {
      passwords.verify = verify
      const right = await verify(...known)
      expect(await set(token)).toMatchObject({ status: 200 })
      return right
    }
    expect(await login(PASSWORD)).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } })
    expect(await app.db.selectFrom('session').select('id').execute()).toEqual([])
  })

  it('answers known and unknown addresses alike, with the same rows, and mails only to known ones', async () => {
    await app.signIn('anna@example.org')
    const known = await request('anna@example.org')
    const unknown = await request('nobody@example.org')
    expect(known.status).toBe(200)
    expect(unknown).toEqual({ ...known, headers: unknown.headers })
    expect(await app.db.selectFrom('password_reset').select('account_id').execute()).toHaveLength(2)
    expect(await app.db.selectFrom('mail').select('id').execute()).toHaveLength(2)
    await app.sendMails()
    expect(app.mails.map(({ to }) => to)).toEqual(['anna@example.org'])
  })

  it('does not give the link for an unknown address to somebody who registers it later', async () => {
    await request('anna@example.org')
    const [{ text }] = (await app.db.selectFrom('mail').select('text').execute()) as [{ text: string }]
    const token = /reset\/(\S+)/.exec(text)?.[1] ?? ''
    await app.signIn('anna@example.org')
    expect((await set(token)).status).toBe(404)
    expect((await login(PASSWORD)).status).toBe(200)
  })

  it('expires after an hour, and if the account is deactivated', async () => {
    await app.signIn('anna@example.org')
    const first = await linkFor('anna@example.org')
    app.clock.advance(60 * MINUTE - 1)
    expect((await check(first)).status).toBe(200)
    app.clock.advance(1)
    expect((await check(first)).status).toBe(404)
    expect((await set(first)).status).toBe(404)
    const second = await linkFor('anna@example.org')
    await app.db.updateTable('account').set({ active: 0 }).execute()
    expect((await set(second)).status).toBe(404)
    const mails = app.mails.length
    await request('anna@example.org')
    await app.sendMails()
    expect(app.mails).toHaveLength(mails)
  })

  it('is valid for a day at most if it was sent while the clock was ahead', async () => {
    await app.signIn('anna@example.org')
    const ahead = 3650 * 24 * 60 * MINUTE
    app.clock.advance(ahead)
    const token = await linkFor('anna@example.org')
    app.clock.advance(-ahead)
    expect((await check(token)).status).toBe(404)
    expect((await set(token)).status).toBe(404)
    app.clock.advance(ahead - 20 * 60 * MINUTE)
    expect((await check(token)).status).toBe(200)
  })

  it('ends the other links when one is used, and when the password is changed', async () => {
    const anna = await app.signIn('anna@example.org')
    const [first, second] = [await linkFor('anna@example.org'), await linkFor('anna@example.org')]
    expect((await set(second)).status).toBe(200)
    expect((await set(first)).status).toBe(404)
    const third = await linkFor('anna@example.org')
    const again = await login(NEW)
    const headers = { cookie: cookieOf(again.headers) }
    const body = { password: sent(PASSWORD), currentPassword: sent(NEW) }
    expect((await anna.post('/user/password', body)).status).toBe(401)
    expect((await app.request('POST', '/user/password', { body, headers })).status).toBe(200)
    expect((await set(third)).status).toBe(404)
  })

  it('keeps only a hash of the token, and no text of the mail once it is sent', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    for (const table of ['password_reset', 'mail'] as const) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute()), table).not.toContain(token)
    }
  })

  it('is set once if two use the link at the same moment', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    const answers = await Promise.all([set(token, 'one'), set(token, 'two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('cannot be guessed with a link that was just used', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    await set(token)
    const guessed: number[] = []
    for (let i = 0; i < 6; i++) guessed.push((await set(token, `guess ${i}`)).status)
    expect(guessed).toEqual([404, 404, 404, 404, 404, 429])
    expect((await set(token)).status).toBe(429)
  })

  it('is said to be set again if the request is repeated, because its answer was lost', async () => {
    await app.signIn('anna@example.org')
    const [other, token] = [await linkFor('anna@example.org'), await linkFor('anna@example.org')]
    const pressedTwice = await Promise.all([set(token), set(token)])
    expect(pressedTwice.map(({ status }) => status)).toEqual([200, 200])
    const spent = { status: 404, body: { code: 'password_reset_invalid' } }
    expect(await set(other)).toMatchObject(spent)
    expect(await set(token, 'another')).toMatchObject(spent)
    await app.sendMails()
    const told = app.mails.length
    const mine = cookieOf((await login(NEW)).headers)
    app.clock.advance(10 * MINUTE - 1)
    await linkFor('anna@example.org')
    expect(await set(token)).toMatchObject({ status: 200, body: { message: 'Password saved.' } })
    expect((await app.request('GET', '/user/ping', { headers: { cookie: mine } })).status).toBe(200)
    expect(app.mails).toHaveLength(told + 1)
    app.clock.advance(1)
    expect(await set(token)).toMatchObject(spent)
    expect((await login(NEW)).status).toBe(200)
  })

  it('can be requested five times an hour from one place, with the same answer for unknown addresses', async () => {
    for (const email of ['anna@example.org', 'nobody@example.org']) {
      if (email.startsWith('anna')) await app.signIn(email)
      for (let i = 0; i < 5; i++) expect((await request(email)).status).toBe(200)
      expect(await request(email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    }
    await app.sendMails()
    expect(app.mails).toHaveLength(5)
  })

  it('can neither be requested nor guessed without limit from one place', async () => {
    for (let i = 0; i < 30; i++) expect((await request(`a${i}@example.org`)).status).toBe(200)
    expect((await request('b@example.org')).status).toBe(429)
    for (let i = 0; i < 60; i++) expect((await check(`guess${i}`)).status).toBe(404)
    expect((await check('one-more')).status).toBe(429)
  })

  it('can be set by a link that was sent, whoever else makes requests and guesses', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    for (let i = 0; i < 10; i++) await request('anna@example.org')
    for (let i = 0; i < 70; i++) await check(`guess${i}`)
    expect((await check(token)).status).toBe(200)
    expect((await set(token)).status).toBe(200)
  })

  it('may be refused as too common any number of times: that is no wrong link', async () => {
    await app.signIn('anna@example.org')
    const token = await linkFor('anna@example.org')
    for (let i = 0; i < 61; i++) {
      expect(await set(token, 'password')).toMatchObject({ status: 400, body: { code: 'password_too_common' } })
    }
    expect((await set(token)).status).toBe(200)
  })

  it('reaches the owner however many others make requests: mails are slowed down, and each link stays valid', async () => {
    const many = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', TRUST_PROXY: 'true' })
    const { cookie = '' } = await many.signIn('anna@example.org')
    const ask = (from: string, headers = {}) =>
      many.nobody.post('/user/passwordReset/request?email=anna@example.org', undefined, {
        'x-forwarded-for': from,
        ...headers,
      })
    for (let i = 0; i < 40; i++) expect((await ask(`198.51.${i}.1`)).status).toBe(200)
    await many.sendMails()
    expect(many.mails).toHaveLength(5)
    expect(await ask('203.0.113.7')).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('on its way') },
    })
    for (const { text } of many.mails) {
      const token = /reset\/(\S+)/.exec(text)![1]
      expect((await many.nobody.get(`/user/passwordReset/check?token=${token}`)).status).toBe(200)
    }
    expect((await ask('203.0.113.7', { cookie })).status).toBe(200)
    await many.sendMails()
    expect(many.mails).toHaveLength(6)
    await many.close()
  })

  it('leads to the public address, whatever host a request names', async () => {
    await app.signIn('anna@example.org')
    await request('anna@example.org', { host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' })
    await app.sendMails()
    expect(app.mails[0]?.text).not.toContain('evil')
    expect(app.mails[0]?.text).toContain('https://bees.example.org/password/reset/')
  })

  it('says that the mail server does not answer, for known and unknown addresses alike', async () => {
    await app.signIn('anna@example.org')
    const usual = (await request('anna@example.org')).body.message
    for (let silent = 0; silent < 3; silent++) app.deps.breakers.email.ask('gateway', silent)('silent')
    const known = await request('anna@example.org')
    expect(known.body.message).not.toBe(usual)
    expect(known.body.message).toContain('does not answer')
    expect((await request('nobody@example.org')).body).toEqual(known.body)
  })

  it('says that it cannot send mail if no public address is set', async () => {
    const without = await createTestApp()
    const answer = await without.nobody.post('/user/passwordReset/request?email=anna@example.org')
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'mail_unavailable', message: expect.stringContaining('Ask whoever') },
    })
    await without.close()
  })

  it.each([
    ['request?email=anna', 'POST'],
    ['request', 'POST'],
    ['check', 'GET'],
    ['check?token=', 'GET'],
    [`check?token=${'x'.repeat(101)}`, 'GET'],
    ['set?token=a&password=typed', 'POST'],
    [`set?password=${sent(NEW)}`, 'POST'],
  ])('refuses %s', async (path, method) => {
    const answer = await app.request(method, `/user/passwordReset/${path}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query' } })
  })
})

test('neither the link nor the password of a request gets into the log, even if it fails', async () => {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  app.deps.logger.error = logger.error.bind(logger) as never
  await app.signIn('anna@example.org')
  const token = await linkFor('anna@example.org')
  await app.db.schema.dropTable('password_reset').execute()
  expect((await set(token)).status).toBe(500)
  expect(lines.join()).toContain('/api/user/passwordReset/set')
  expect(lines.join()).not.toContain(token)
  expect(lines.join()).not.toContain(sent(NEW))
})

describe('a change of the password', () => {
  const change = (client: { post: TestApp['nobody']['post'] }, currentPassword: string) =>
    client.post('/user/password', { password: sent(NEW), currentPassword: sent(currentPassword) })

  it('requires the current one, ends the other sessions and notifies the owner', async () => {
    const anna = await app.signIn('anna@example.org')
    const other = await login(PASSWORD)
    expect(await change(anna, 'wrong')).toMatchObject({ status: 400, body: { code: 'current_password_wrong' } })
    expect((await login(PASSWORD)).status).toBe(200)
    expect(await change(anna, PASSWORD)).toMatchObject({ status: 200, body: { message: 'Password saved.' } })
    expect((await anna.get('/user/ping')).status).toBe(200)
    const headers = { cookie: cookieOf(other.headers) }
    expect((await app.request('GET', '/user/ping', { headers })).status).toBe(401)
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'Your password was changed' }])
  })

  it('is made once if two are requested at the same moment', async () => {
    const anna = await app.signIn('anna@example.org')
    const answers = await Promise.all([change(anna, PASSWORD), change(anna, PASSWORD)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await app.sendMails()
    expect(app.mails).toHaveLength(1)
  })

  it('is one of two if they are different', async () => {
    const anna = await app.signIn('anna@example.org')
    const to = (password: string) => anna.post('/user/password', { password, currentPassword: sent(PASSWORD) })
    const answers = await Promise.all([to(sent(NEW)), to(sent('another new one'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('that is repeated because the answer was lost is no wrong password, and notifies nobody again', async () => {
    const anna = await app.signIn('anna@example.org')
    await change(anna, PASSWORD)
    expect(await change(anna, PASSWORD)).toMatchObject({ status: 200, body: { message: 'Password saved.' } })
    await app.sendMails()
    expect(app.mails).toHaveLength(1)
    const other = { password: sent('another new one'), currentPassword: sent(PASSWORD) }
    expect(await anna.post('/user/password', other)).toMatchObject({
      status: 400,
      body: { code: 'current_password_wrong' },
    })
  })

  it('can be attempted ten times in a quarter of an hour', async () => {
    const anna = await app.signIn('anna@example.org')
    for (let i = 0; i < 10; i++) expect((await change(anna, 'wrong')).status).toBe(400)
    expect((await change(anna, PASSWORD)).status).toBe(429)
    // nor does the answer to a repeated change tell whether a guess is the password
    const guess = { password: sent(PASSWORD), currentPassword: sent('wrong') }
    expect((await anna.post('/user/password', guess)).status).toBe(429)
  })

  it.each([
    [{ password: sent(NEW) }],
    [{ password: NEW, currentPassword: sent(PASSWORD) }],
    [{ password: sent(NEW), currentPassword: PASSWORD }],
  ])('refuses %j', async (body) => {
    const anna = await app.signIn('anna@example.org')
    expect(await anna.post('/user/password', body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
  })
})
