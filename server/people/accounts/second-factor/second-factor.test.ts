import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { DAY_MS } from '#domain/platform/durations.ts'
import {
  type Client,
  cookieOf,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../../tests/support/server/test-app.ts'
import { createCodeApp } from '../../../../tests/support/services/code-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createLogger } from '../../../platform/runtime/logger.ts'
import { selectAccountById } from '../account-queries.ts'
import { startSession } from '../sign-in/start-session.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

const HALF_MINUTE = 30_000
const EMAIL = 'anna@example.org'
const wanted = { status: 401, body: { code: 'second_factor_required' } }
const wrong = { status: 401, body: { code: 'second_factor_wrong' } }

let app: TestApp
let anna: Client
let lines: string[]
let now: number
let monotonic: MockInstance
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', TRUST_PROXY: 'true' })
  anna = await app.signIn(EMAIL)
  lines = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  app.deps.logger.info = logger.info.bind(logger) as never
  now = 1_000_000
  monotonic = vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  monotonic.mockRestore()
  return app.close()
})

/** Turns one-time codes on, and lets the code used for that expire. */
async function turnOn(client: Client) {
  const { secret } = (await client.post('/user/secondFactor/options')).body
  const phone = createCodeApp(secret)
  const { status, body } = await client.post('/user/secondFactor', { code: phone.show(app.clock.now()) })
  expect(status).toBe(200)
  app.clock.advance(2 * HALF_MINUTE)
  return { show: () => phone.show(app.clock.now()), phone, recoveryCodes: body.recoveryCodes as string[] }
}

const login = (code?: string, { email = EMAIL, password = sent(PASSWORD), headers = {} } = {}) =>
  app.nobody.post('/user/login', { email, password, code }, { 'x-forwarded-for': '203.0.113.7', ...headers })

const logged = (event: string) => lines.filter((line) => line.includes(`"security":"${event}"`))
const audited = async () =>
  (await app.db.selectFrom('audit').select('action').orderBy('id').execute()).map((e) => e.action)
const mailed = async () => {
  await app.sendMails()
  return app.mails.map(({ subject }) => subject)
}
const factorOf = async (cookie: string) =>
  (await app.request('GET', '/user/sessions', { headers: { cookie } })).body[0].factor

describe('turning one-time codes on', () => {
  it('takes effect only once a code was shown, gives ten recovery codes, and notifies everybody concerned', async () => {
    const { secret, address } = (await anna.post('/user/secondFactor/options')).body
    expect(address).toBe(`otpauth://totp/HiveWatch:anna%40example.org?secret=${secret}&issuer=HiveWatch`)
    expect((await login()).status).toBe(200)
    const right = createCodeApp(secret).show(app.clock.now())
    const other = right === '000000' ? '000001' : '000000'
    expect(await anna.post('/user/secondFactor', { code: other })).toMatchObject({
      status: 400,
      body: { code: 'second_factor_wrong' },
    })
    expect((await anna.get('/user/secondFactor')).body).toEqual({
      codesSince: null,
      recoveryCodesLeft: 0,
      demanded: false,
      missing: false,
    })
    const { status, body } = await anna.post('/user/secondFactor', { code: `${right.slice(0, 3)} ${right.slice(3)}` })
    expect(status).toBe(200)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect((await anna.get('/user/secondFactor')).body).toMatchObject({
      codesSince: '2026-05-10T10:00:00.000Z',
      recoveryCodesLeft: 10,
    })
    expect(await login()).toMatchObject(wanted)
    expect(await audited()).toEqual(['user.turnCodesOn'])
    expect(logged('codes_on')).toHaveLength(1)
    expect(await mailed()).toEqual(['One-time codes were turned on'])
    const kept = JSON.stringify([
      await app.db.selectFrom('one_time_code').selectAll().execute(),
      await app.db.selectFrom('recovery_code').selectAll().execute(),
      await app.db.selectFrom('audit').selectAll().execute(),
      lines,
    ])
    for (const told of [secret, ...body.recoveryCodes]) expect(kept).not.toContain(told)
  })

  it('accepts a secret for a quarter of an hour, and only the newest', async () => {
    const first = createCodeApp((await anna.post('/user/secondFactor/options')).body.secret)
    const second = createCodeApp((await anna.post('/user/secondFactor/options')).body.secret)
    const shown = (phone: typeof first) => ({ code: phone.show(app.clock.now()) })
    expect((await anna.post('/user/secondFactor', shown(first))).status).toBe(400)
    app.clock.advance(15 * 60_000)
    await anna.post('/user/confirm', { password: sent(PASSWORD) })
    expect((await anna.post('/user/secondFactor', shown(second))).status).toBe(400)
    expect((await login()).status).toBe(200)
  })

  it('ends sessions started with the password alone, and one that is just being started', async () => {
    const other = cookieOf((await login()).headers)
    const account = (await selectAccountById(app.db, anna.accountId))!
    await turnOn(anna)
    expect((await app.request('GET', '/user/ping', { headers: { cookie: other } })).status).toBe(401)
    expect((await anna.get('/user/ping')).status).toBe(200)
    const late = startSession(app.deps, { account, factor: 'password', userAgent: undefined, replaces: undefined })
    await expect(late).rejects.toMatchObject({ code: 'second_factor_required' })
  })

  it('moves to another phone, and keeps the old one valid until then', async () => {
    const { show, recoveryCodes } = await turnOn(anna)
    const next = createCodeApp((await anna.post('/user/secondFactor/options')).body.secret)
    expect((await login(show())).status).toBe(200)
    const moved = await anna.post('/user/secondFactor', { code: next.show(app.clock.now()) })
    expect(moved.status).toBe(200)
    app.clock.advance(2 * HALF_MINUTE)
    expect(await login(show())).toMatchObject(wrong)
    expect(await login(recoveryCodes[0])).toMatchObject(wrong)
    expect((await login(next.show(app.clock.now()))).status).toBe(200)
  })

  it.each(['options', '', 'recoveryCodes', 'off'])('requires a recently confirmed identity: %s', async (what) => {
    const { show } = await turnOn(anna)
    app.clock.advance(10 * 60_000)
    const asked = { status: 403, body: { code: 'confirm_identity' } }
    const path = ['/user/secondFactor', what].filter(Boolean).join('/')
    const answer = what === 'off' ? anna.delete('/user/secondFactor') : anna.post(path, { code: show() })
    expect(await answer).toMatchObject(asked)
  })
})

describe('signing in', () => {
  it('asks for a code only once the password was right, and records the factor shown', async () => {
    const { show } = await turnOn(anna)
    expect(await login(show(), { password: sent('wrong') })).toMatchObject({ body: { code: 'credentials_wrong' } })
    const missing = await login()
    expect(missing).toMatchObject(wanted)
    expect(missing.headers.getSetCookie()).toEqual([])
    const answer = await login(show())
    expect(answer).toMatchObject({ status: 200, body: { userEmail: EMAIL } })
    expect(await factorOf(cookieOf(answer.headers))).toBe('code')
  })

  it('accepts each code once, even in a race, and none older than one already used', async () => {
    const { show } = await turnOn(anna)
    const before = show()
    app.clock.advance(HALF_MINUTE)
    const code = show()
    const raced = await Promise.all([login(code), login(code), login(code)])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await login(code)).toMatchObject(wrong)
    expect(await login(before)).toMatchObject(wrong)
    app.clock.advance(HALF_MINUTE)
    expect((await login(show())).status).toBe(200)
  })

  it('does not accept the code with which it was turned on', async () => {
    const { secret } = (await anna.post('/user/secondFactor/options')).body
    const code = createCodeApp(secret).show(app.clock.now())
    await anna.post('/user/secondFactor', { code })
    expect(await login(code)).toMatchObject(wrong)
  })

  it.each([
    [-60_000, 401],
    [-30_000, 200],
    [30_000, 200],
    [60_000, 401],
  ])('works with a phone whose clock is off by %i ms: %i', async (off, status) => {
    const { phone } = await turnOn(anna)
    app.clock.advance(5 * HALF_MINUTE)
    expect((await login(phone.show(app.clock.now() + off))).status).toBe(status)
  })

  it('accepts neither somebody else’s codes nor a secret moved from their row', async () => {
    const berta = await app.signIn('berta@example.org')
    const { recoveryCodes } = await turnOn(anna)
    const hers = await turnOn(berta)
    expect(await login(hers.show())).toMatchObject(wrong)
    expect(await login(hers.recoveryCodes[0])).toMatchObject(wrong)
    const { secret_sealed } = await app.db
      .selectFrom('one_time_code')
      .select('secret_sealed')
      .where('account_id', '=', berta.accountId)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('one_time_code').set({ secret_sealed }).where('account_id', '=', anna.accountId).execute()
    expect(await login(hers.show())).toMatchObject({ status: 401, body: { code: 'second_factor_damaged' } })
    expect((await login(recoveryCodes[0])).status).toBe(200)
  })

  it.each(['', 'x', 'A'.repeat(80)])(
    'lets nobody in with a damaged row (%j), except with recovery codes',
    async (damage) => {
      const { show, recoveryCodes } = await turnOn(anna)
      const told: object[] = []
      app.deps.logger.error = ((entry: object) => void told.push(entry)) as never
      await app.db.updateTable('one_time_code').set({ secret_sealed: damage }).execute()
      expect(await login(show())).toMatchObject({ status: 401, body: { code: 'second_factor_damaged' } })
      expect(told).toEqual([{ accountId: anna.accountId }])
      expect((await login(recoveryCodes[0])).status).toBe(200)
    },
  )

  it('accepts only recovery codes if the last step is far in the future', async () => {
    const { show, recoveryCodes } = await turnOn(anna)
    await app.db.updateTable('one_time_code').set({ last_step: 1e12 }).execute()
    expect(await login(show())).toMatchObject(wrong)
    expect((await login(recoveryCodes[0])).status).toBe(200)
  })

  it.each([' ', 'x'.repeat(61), 123_456, null, ['123456'], {}])('refuses %j as a code', async (code) => {
    await turnOn(anna)
    expect((await login(code as never)).body.code).toMatch(/invalid_body|second_factor_wrong/)
  })
})

describe('recovery codes', () => {
  it('let in once each, however they are typed, even in a race, and notify the owner', async () => {
    const { recoveryCodes } = await turnOn(anna)
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toLowerCase().replaceAll('-', ' ')
    const raced = await Promise.all([login(typed), login(first)])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await factorOf(cookieOf(raced.find(({ status }) => status === 200)!.headers))).toBe('recovery')
    expect((await login(second)).status).toBe(200)
    expect((await anna.get('/user/secondFactor')).body.recoveryCodesLeft).toBe(8)
    expect((await mailed()).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2)
    expect(app.mails.at(-1)?.text).toContain('Recovery codes left: 8')
    expect((await audited()).filter((action) => action === 'user.useRecoveryCode')).toHaveLength(2)
    expect(logged('recovery_code_used')).toHaveLength(2)
  })

  it('can be renewed, which ends the old ones', async () => {
    const { recoveryCodes } = await turnOn(anna)
    const renewed = (await anna.post('/user/secondFactor/recoveryCodes')).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    expect(await login(recoveryCodes[0])).toMatchObject(wrong)
    expect((await login(renewed[9])).status).toBe(200)
    expect(await mailed()).toContain('New recovery codes were made')
  })

  it('are made once for a request that comes twice, so that every answer shows codes that work', async () => {
    await turnOn(anna)
    const renew = (id: string) => anna.post('/user/secondFactor/recoveryCodes', { id })
    const id = '0190d5a4-0000-7000-8000-000000000001'
    const [first, second] = (await Promise.all([renew(id), renew(id)])).map(({ body }) => body.recoveryCodes)
    expect(new Set(first).size).toBe(10)
    expect(second).toEqual(first)
    expect((await mailed()).filter((subject) => subject === 'New recovery codes were made')).toHaveLength(1)
    expect((await login(first[0])).status).toBe(200)
    expect((await renew(id)).body.recoveryCodes, 'without the one that is used up').toEqual(first.slice(1))
    const { recoveryCodes } = (await renew(id.replace('1', '2'))).body
    expect(recoveryCodes.filter((code: string) => first.includes(code))).toEqual([])
    expect(await login(first[1])).toMatchObject(wrong)
  })

  it('are none without one-time codes', async () => {
    expect((await anna.post('/user/secondFactor/recoveryCodes')).status).toBe(404)
    expect((await anna.delete('/user/secondFactor')).status).toBe(404)
  })
})

describe('guesses at a code', () => {
  const guessed = (answers: { body: { code: string } }[]) =>
    answers.filter(({ body }) => body.code === 'second_factor_wrong').length

  it('are limited, from anywhere, even on the owner’s devices, and whatever comes in between', async () => {
    const { show } = await turnOn(anna)
    const trusted = cookieOf((await login(show())).headers)
    app.clock.advance(5 * HALF_MINUTE)
    const answers = []
    for (let i = 0; i < 300; i++) {
      now += 1000
      await login(undefined, { headers: { 'x-forwarded-for': `198.51.${i % 200}.9` } })
      const headers = i % 2 ? { cookie: trusted } : { 'x-forwarded-for': `203.0.${i % 200}.9` }
      answers.push(await login(`not-${i}`, { headers }))
    }
    expect(guessed(answers)).toBeLessThan(15)
    expect(await login(show(), { headers: { 'x-forwarded-for': '192.0.2.1' } })).toMatchObject({ status: 429 })
    expect((await mailed()).filter((subject) => subject === 'Somebody knows your password')).toHaveLength(1)
    expect(logged('second_factor_failed')).toHaveLength(guessed(answers))
    now += 15 * 60_000
    expect((await login(show(), { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200)
  })

  it('made at the same moment are counted one by one', async () => {
    await turnOn(anna)
    const tries = Array.from({ length: 40 }, (_, i) =>
      login(`not-${i}`, { headers: { 'x-forwarded-for': `198.51.${i}.9` } }),
    )
    expect(guessed(await Promise.all(tries))).toBeLessThanOrEqual(5)
  })

  it('do not slow down mere typos, and do not count against a right password', async () => {
    const { show } = await turnOn(anna)
    for (let i = 0; i < 70; i++) expect(await login()).toMatchObject(wanted)
    for (let i = 0; i < 4; i++) expect(await login('000')).toMatchObject(wrong)
    expect((await login(show())).status).toBe(200)
  })
})

describe('the ways around the password', () => {
  const password = sent('new bees and honey')

  /** Sets a new password by a link in a mail, and returns the cookie of the device that did. */
  async function resetByMail(email = EMAIL) {
    await app.nobody.post(`/user/passwordReset/request?email=${encodeURIComponent(email)}`)
    await app.sendMails()
    const token = resetToken(app.mails.filter(({ to }) => to === email))
    const reset = await app.nobody.post(`/user/passwordReset/set?token=${token}&password=${password}`)
    expect(reset.status).toBe(200)
    return cookieOf(reset.headers)
  }

  it('still require a code: a new password by mail, and the link in a mail about guesses', async () => {
    const { show } = await turnOn(anna)
    app.clock.advance(7 * DAY_MS)
    const cookie = await resetByMail()
    expect(await login(undefined, { password, headers: { cookie } })).toMatchObject(wanted)
    expect(await login('000000', { password, headers: { cookie } })).toMatchObject(wrong)
    expect((await login(show(), { password, headers: { cookie } })).status).toBe(200)
  })

  it('let in the owner of the mailbox if somebody else turned codes on within a week, and say so', async () => {
    const { recoveryCodes } = await turnOn(anna)
    expect(await mailed()).toContain('One-time codes were turned on')
    expect(app.mails.at(-1)?.text).toContain('within 7 days')
    app.clock.advance(7 * DAY_MS - 2 * 60_000)
    await resetByMail()
    expect((await login(undefined, { password })).status).toBe(200)
    expect(await app.db.selectFrom('recovery_code').selectAll().execute(), recoveryCodes[0]).toEqual([])
    expect(await audited()).toEqual(['user.turnCodesOn', 'user.turnCodesOff'])
    expect(await mailed()).toContain('Your second factor was switched off')
    expect(app.mails.at(-1)?.text).toContain('less than 7 days before')
  })

  it('end no fresh codes of an administrator: a mailbox is not a second factor', async () => {
    const admin = await app.signIn('admin@example.org', { admin: true })
    const { show } = await turnOn(admin)
    expect(await mailed()).toContain('One-time codes were turned on')
    expect(app.mails.at(-1)?.text).not.toContain('7 days')
    const headers = { cookie: await resetByMail('admin@example.org') }
    expect(await login(undefined, { email: 'admin@example.org', password, headers })).toMatchObject(wanted)
    expect((await login(show(), { email: 'admin@example.org', password, headers })).status).toBe(200)
  })

  it('leave nothing unmentioned that still rings when codes are turned on', async () => {
    await anna.post('/notification', { type: 'email', address: EMAIL, name: 'Tablet in the shed' })
    await turnOn(anna)
    await mailed()
    expect(app.mails.at(-1)?.text).toContain('Alarms still go to Tablet in the shed.')
  })

  it('still require a code from those who act as a user', async () => {
    const admin = await app.signIn('admin@example.org', { admin: true })
    const cookie = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
    const answer = await app.nobody.post('/user/secondFactor/options', undefined, { cookie })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_while_acting' } })
  })
})

it('is turned off by its owner, who is notified', async () => {
  await turnOn(anna)
  expect((await anna.delete('/user/secondFactor')).status).toBe(200)
  expect((await login()).status).toBe(200)
  expect(await mailed()).toContain('Your second factor was switched off')
  expect(await audited()).toEqual(['user.turnCodesOn', 'user.turnCodesOff'])
  expect(logged('codes_off')).toHaveLength(1)
  expect(await app.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
})

it('is removed on the server’s machine for somebody who has lost everything', async () => {
  const { recoveryCodes } = await turnOn(anna)
  const done = await resetSecondFactor(app.deps, ' Anna@Example.org')
  expect(done).toBe('one-time codes are off, passkeys removed: 0, sessions ended: 1')
  expect((await anna.get('/user/ping')).status).toBe(401)
  expect((await login()).status).toBe(200)
  expect((await login(recoveryCodes[0])).status).toBe(200)
  expect(await mailed()).toContain('Your second factor was removed')
  expect((await audited()).at(-1)).toBe('user.resetSecondFactor')
  await expect(resetSecondFactor(app.deps, 'nobody@example.org')).rejects.toThrow(
    'no account has the e-mail address nobody',
  )
})
