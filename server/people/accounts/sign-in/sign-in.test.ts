import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { cookieOf, createTestApp, PASSWORD, sent, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { resetToken } from '../../../../tests/support/services/reset-token.ts'
import { createLogger } from '../../../platform/runtime/logger.ts'

const MINUTE = 60_000
const socket = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

let app: TestApp
let lines: string[]
let now: number
let monotonic: MockInstance
beforeEach(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://bees.example.org', TRUST_PROXY: 'true' })
  await app.signIn('anna@example.org')
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

type From = { from?: string; cookie?: string }

const login = (email: string, typed: string, { from = '203.0.113.7', cookie = '' }: From = {}) =>
  app.nobody.post(
    '/user/login',
    { email, password: sent(typed) },
    { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  )

/** Guesses from thirty places in sixteen seconds, as somebody with many machines would. */
async function guess(email: string, times = 40) {
  const answers = []
  for (let i = 0; i < times; i++) {
    now += 16_000 / times
    answers.push(await login(email, `guess ${i}`, { from: `198.51.${i % 30}.9` }))
  }
  return answers
}
const count = (answers: { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length

describe('guesses at one account', () => {
  it('are slowed down, from however many places they come', async () => {
    const answers = await guess('anna@example.org', 300)
    expect(count(answers, 401)).toBeLessThan(12)
    expect(count(answers, 401) + count(answers, 429)).toBe(300)
    const last = answers.at(-1)!
    expect(last.body.code).toBe('too_many_requests')
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(4)
  })

  it('are answered alike if there is no such account', async () => {
    const known = await guess('anna@example.org')
    const unknown = await guess('nobody@example.org')
    const told = (answers: typeof known) =>
      answers.map(({ status, body, headers }) => [status, body, [...headers.keys()]])
    expect(told(unknown)).toEqual(told(known))
  })

  it('are not slowed down further while waiting, and not forever', async () => {
    await guess('anna@example.org')
    now += 15 * MINUTE
    expect((await login('anna@example.org', PASSWORD)).status).toBe(200)
    for (let i = 0; i < 5; i++) expect((await login('anna@example.org', 'wrong')).status).toBe(401)
  })

  it('do not lock out the owner: a device that signed in before has attempts of its own', async () => {
    const own = cookieOf((await login('anna@example.org', PASSWORD)).headers)
    const device = own.split('; ').find((cookie) => cookie.includes('hivewatch_device'))!
    await guess('anna@example.org')
    expect((await login('anna@example.org', PASSWORD)).status).toBe(429)
    expect((await login('anna@example.org', PASSWORD, { cookie: device })).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await login('anna@example.org', 'wrong', { cookie: device })).status).toBe(401)
    expect((await login('anna@example.org', PASSWORD, { cookie: device })).status).toBe(429)
    now += 15 * MINUTE
    expect((await login('anna@example.org', PASSWORD, { cookie: device })).status).toBe(200)
  })

  it('do not profit from many devices, made known by somebody who could sign in once', async () => {
    const known = async () => {
      const own = cookieOf((await login('anna@example.org', PASSWORD)).headers)
      return own.split('; ').find((cookie) => cookie.includes('hivewatch_device'))!
    }
    const devices: string[] = []
    for (let i = 0; i < 15; i++) devices.push(await known())
    const answers = []
    for (const cookie of devices) {
      for (let i = 0; i < 10; i++) answers.push(await login('anna@example.org', 'wrong', { cookie }))
    }
    expect(count(answers, 401)).toBeGreaterThanOrEqual(100)
    expect(count(answers, 401)).toBeLessThan(112)
  })

  it('do not profit from somebody else’s device, or from a made-up one', async () => {
    const { cookie = '' } = await app.signIn('berta@example.org')
    const device = cookie.split('; ').find((part) => part.includes('hivewatch_device'))!
    await guess('anna@example.org')
    for (const worn of [
      device,
      device.replace(/.$/, '!'),
      '__Host-hivewatch_device=1-a.b~.~~',
      '__Host-hivewatch_device=~',
    ]) {
      expect((await login('anna@example.org', PASSWORD, { cookie: worn })).status).toBe(429)
    }
  })

  it('are reported to the owner once, with a way in that does not work for others', async () => {
    await app.db.updateTable('account').set({ language: 'de' }).where('email', '=', 'anna@example.org').execute()
    for (let round = 0; round < 4; round++) {
      now += 15 * MINUTE
      await guess('anna@example.org')
    }
    await guess('nobody@example.org')
    await app.sendMails()
    expect(app.mails).toMatchObject([{ to: 'anna@example.org', subject: 'Jemand versucht, Ihr Passwort zu erraten' }])
    const token = /https:\/\/bees\.example\.org\/login\/unlock\/([\w-]+)/.exec(app.mails[0]!.text)![1]
    expect((await app.nobody.post('/user/login/unlock', { token: `x${token}` })).body.code).toBe('unlock_invalid')
    const unlocked = await app.nobody.post('/user/login/unlock', { token })
    expect(unlocked).toMatchObject({ status: 200, body: { message: 'You can now sign in on this device.' } })
    const cookie = cookieOf(unlocked.headers)
    expect(cookie).not.toContain('hivewatch_session')
    expect((await app.request('GET', '/user/ping', { headers: { cookie } })).status).toBe(401)
    for (let i = 0; i < 10; i++) expect((await login('anna@example.org', 'wrong', { cookie })).status).toBe(401)
    const again = cookieOf((await app.nobody.post('/user/login/unlock', { token })).headers)
    expect((await login('anna@example.org', PASSWORD, { cookie: again })).status).toBe(429)
    now += 15 * MINUTE
    expect((await login('anna@example.org', PASSWORD, { cookie: again })).status).toBe(200)
    app.clock.advance(7 * 24 * 3600_000)
    expect((await app.nobody.post('/user/login/unlock', { token })).status).toBe(404)
  })

  it('are reported again in the next episode', async () => {
    for (const pause of [0, 15 * MINUTE, 25 * 3600_000]) {
      now += pause
      await guess('anna@example.org')
    }
    await app.sendMails()
    expect(app.mails).toHaveLength(2)
  })

  it('no longer matter once a new password was set by mail', async () => {
    await guess('anna@example.org')
    await app.nobody.post('/user/passwordReset/request?email=anna@example.org')
    await app.sendMails()
    const token = resetToken(app.mails)
    const set = await app.nobody.post(`/user/passwordReset/set?token=${token}&password=${sent('another one')}`)
    await guess('anna@example.org')
    const device = cookieOf(set.headers)
    expect((await login('anna@example.org', 'another one', { cookie: device })).status).toBe(200)
  })

  it('are logged, without secrets', async () => {
    await guess('anna@example.org', 20)
    await login('anna@example.org', PASSWORD, { cookie: '' })
    now += 15 * MINUTE
    await login('anna@example.org', PASSWORD)
    const events = lines.map((line) => JSON.parse(line)).filter(({ security }) => security)
    expect(events[0]).toMatchObject({ security: 'sign_in_failed', email: 'a***@example.org', from: '198.51.0.9' })
    expect(events.map(({ security }) => security)).toContain('sign_in_slowed')
    expect(events.at(-1)).toMatchObject({ security: 'signed_in', from: '203.0.113.7' })
    for (const secret of ['anna@', sent(PASSWORD), sent('guess 1')]) expect(lines.join()).not.toContain(secret)
  })
})

describe('simultaneous attempts at one account', () => {
  const together = (times: number, typed: (at: number) => string) =>
    Promise.all(
      Array.from({ length: times }, (_, at) => login('anna@example.org', typed(at), { from: `198.51.${at}.9` })),
    )

  it('are all let in if they are right, and nobody is told of guesses', async () => {
    expect(count(await together(25, () => PASSWORD), 200)).toBe(25)
    await app.sendMails()
    expect(app.mails).toEqual([])
  })

  it('are no way to guess more often, nor to keep those waiting who are right', async () => {
    const wrong = await together(40, (at) => `guess ${at}`)
    expect([count(wrong, 401), count(wrong, 429)]).toEqual([5, 35])
    now += 1000
    const mixed = await together(40, (at) => (at === 0 ? PASSWORD : `guess ${at}`))
    expect([count(mixed, 200), count(mixed, 401)]).toEqual([1, 5])
  })
})

it('says in the log when an administrator signs in', async () => {
  await app.db.updateTable('account').set({ admin: 1 }).execute()
  await login('anna@example.org', PASSWORD)
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ security: 'administrator_signed_in', level: 30 })
})

describe('guesses at many accounts', () => {
  it('are counted by where they come from, whatever the caller claims', async () => {
    for (let i = 0; i < 60; i++) {
      expect((await login(`a${i}@example.org`, 'wrong', { from: `10.0.0.${i}, 203.0.113.7` })).status).toBe(401)
    }
    expect((await login('b@example.org', 'wrong', { from: '10.0.0.99, 203.0.113.7' })).status).toBe(429)
    expect((await login('b@example.org', 'wrong', { from: '203.0.113.8' })).status).toBe(401)
  })

  it.each([
    ['an IPv6 /56, of which each /64 has its own', (i: number) => `2001:db8:1:${(i % 256).toString(16)}::1`, 240],
    ['an IPv4 /24', (i: number) => `203.0.113.${i % 256}`, 240],
  ])('are counted together from %s', async (_, place, most) => {
    let tried = 0
    for (; tried <= most; tried++) {
      const { status } = await login(`a${tried}@example.org`, 'wrong', { from: place(tried) })
      if (status === 429) break
    }
    expect(tried).toBe(most)
    expect((await login('b@example.org', 'wrong', { from: '198.51.100.1' })).status).toBe(401)
  })
})

describe('behind a proxy that nobody told the server of', () => {
  let behind: TestApp
  beforeEach(async () => {
    behind = await createTestApp({ PUBLIC_URL: 'https://bees.example.org' })
    await behind.signIn('anna@example.org')
  })
  afterEach(() => behind.close())

  const tryAt = (email: string, typed: string, remoteAddress: string) =>
    behind.app.request(
      '/api/user/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify({ email, password: sent(typed) }),
      },
      socket(remoteAddress),
    )

  it.each(['127.0.0.1', '::1', '::ffff:172.17.0.1', 'fd00::2'])(
    'at %s nobody can lock out everybody else',
    async (address) => {
      for (let i = 0; i < 100; i++) expect((await tryAt(`a${i}@example.org`, 'wrong', address)).status).toBe(401)
      expect((await tryAt('anna@example.org', PASSWORD, address)).status).toBe(200)
    },
  )

  it('callers who bypass it, from a public address, are counted', async () => {
    for (let i = 0; i < 60; i++) await tryAt(`a${i}@example.org`, 'wrong', '198.51.100.1')
    expect((await tryAt('anna@example.org', PASSWORD, '198.51.100.1')).status).toBe(429)
  })
})
