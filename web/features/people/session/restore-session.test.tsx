import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionReply } from '#domain/people/account.ts'
import { sampleSession } from '../../../../tests/support/samples/sample-session.ts'
import { localeState, setLocale } from '../../../i18n/locale-state.ts'
import { wipeQueryCache } from '../../../offline/query-cache.ts'
import { leftCarts, storedCartKeys } from '../../../offline/stored-cart-keys.ts'
import { ownTask } from '../../../own-task.ts'
import { changeLanguage } from './change-language.ts'
import { askServer, restoreSession } from './restore-session.ts'
import { confirmUser, forgetUser, session, user } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'
import { endSession } from './sign-out.ts'

const replyOf = (userId: number): SessionReply => ({
  ...sampleSession,
  ...{ userId, userEmail: `${userId}@example.ch`, language: 'de', signOutToken: `session-${userId}.mac` },
})

/** The server's pending answers; the test decides when they arrive. */
let arrive: ((status: number, body: unknown) => void)[]

const requests = (count: number) => expect.poll(() => arrive).toHaveLength(count)

beforeEach(() => {
  window.localStorage.clear()
  forgetUser()
  arrive = []
  signInReason.is = undefined
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        arrive.push((status, body) => {
          const response = Response.json(body, { status })
          Object.defineProperty(response, 'url', { value: 'http://localhost/api/user/ping' })
          resolve(response)
        })
      }),
  )
})
afterEach(() => {
  wipeQueryCache()
  vi.unstubAllGlobals()
})

test('the user named by the server is signed in', async () => {
  const asked = askServer()
  await requests(1)
  arrive[0]!(200, replyOf(7))
  await asked
  expect([session.phase, user.id]).toEqual(['confirmed', 7])
})

test('an answer that arrives after a sign-out signs nobody in again', async () => {
  confirmUser(replyOf(7))
  const asked = askServer()
  await requests(1)
  forgetUser()
  arrive[0]!(200, replyOf(7))
  await asked
  expect([session.phase, user.id]).toEqual(['none', 0])
  expect(window.localStorage.length).toBe(0)
})

test('a refusal that arrives late does not end a session begun since', async () => {
  const early = askServer()
  const late = askServer()
  await requests(2)
  arrive[1]!(200, replyOf(7))
  await late
  arrive[0]!(401, { message: 'Please sign in.', code: 'not_signed_in' })
  await early
  expect([session.phase, user.id]).toEqual(['confirmed', 7])
})

test('without an answer, an earlier session continues; without an earlier session, nobody is signed in', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(askServer()).rejects.toThrow('no answer from the server')
  confirmUser(replyOf(7))
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  await askServer()
  expect([session.phase, user.id]).toEqual(['trusted', 7])
})

test('a new device uses the account’s language, unless the address asks for another', async () => {
  const signIn = async (address: string) => {
    forgetUser()
    window.localStorage.clear()
    window.history.replaceState(null, '', address)
    await setLocale('de')
    const asked = askServer()
    await requests(1)
    arrive.pop()!(200, { ...replyOf(7), language: 'fr' })
    await asked
    return localeState.locale
  }
  try {
    expect(await signIn('/')).toBe('fr')
    expect(await signIn('/?lang=de')).toBe('de')
    expect(await signIn('/?from=%2Fsettings%2Fscales%3Flang%3Dde')).toBe('de')
    expect(await signIn('/?from=%2Fsettings%2Fscales')).toBe('fr')
  } finally {
    window.history.replaceState(null, '', '/')
  }
})

test('a language chosen before signing in becomes that of the account, but of no later user', async () => {
  const signIn = async () => {
    const asked = askServer()
    await requests(1)
    arrive.pop()!(200, { ...replyOf(7), language: 'fr' })
    await asked
    return localeState.locale
  }
  forgetUser()
  window.localStorage.clear()
  await changeLanguage('es')
  expect(await signIn()).toBe('es')
  await expect.poll(() => arrive, { message: 'the account is told' }).toHaveLength(1)
  arrive.pop()!(500, failure)
  forgetUser()
  window.localStorage.clear()
  expect(await signIn()).toBe('fr')
  await ownTask()
  expect(arrive).toEqual([])
})

test('a device with a signed-in user keeps its language', async () => {
  await setLocale('de')
  confirmUser(replyOf(7))
  const asked = askServer()
  await requests(1)
  arrive[0]!(200, { ...replyOf(7), language: 'fr' })
  await asked
  expect(localeState.locale).toBe('de')
})

const failure = { message: 'Something went wrong.', code: 'internal' }

test.each([500, 403])(
  'a device without a known user asks again if the server answers with %s, then shows the sign-in',
  async (status) => {
    vi.useFakeTimers()
    try {
      session.phase = 'unknown'
      const restored = restoreSession()
      await vi.advanceTimersByTimeAsync(0)
      for (const pause of [1000, 3000]) {
        arrive.pop()!(status, failure)
        await vi.advanceTimersByTimeAsync(pause - 1)
        expect([signInReason.asking, arrive.length]).toEqual([true, 0])
        await vi.advanceTimersByTimeAsync(1)
      }
      arrive.pop()!(status, failure)
      await restored
      expect([session.phase, { ...signInReason }]).toEqual(['unknown', { is: 'failed', asking: false }])
    } finally {
      vi.useRealTimers()
    }
  },
)

test('a device without a known user accepts the server’s answer to the second try', async () => {
  vi.useFakeTimers()
  try {
    session.phase = 'unknown'
    const restored = restoreSession()
    await vi.advanceTimersByTimeAsync(0)
    arrive.pop()!(500, failure)
    await vi.advanceTimersByTimeAsync(1000)
    arrive.pop()!(200, replyOf(7))
    await restored
    expect([session.phase, user.id, signInReason.asking]).toEqual(['confirmed', 7, false])
  } finally {
    vi.useRealTimers()
  }
})

test('users whose session ended are told so; those who signed out or were never signed in are not', () => {
  confirmUser(replyOf(7))
  endSession()
  expect(signInReason.is).toBe('over')
  confirmUser(replyOf(7))
  endSession({ signedOut: true })
  expect(signInReason.is).toBeUndefined()
  session.phase = 'unknown'
  endSession()
  expect(signInReason.is).toBeUndefined()
})

const acting = { email: 'admin@example.ch', until: '2026-05-10T11:00:00Z' }
const refusal = { message: 'Please sign in.', code: 'not_signed_in' }

test('users whose session ended can get their carts back, even after a reload; those who signed out cannot', () => {
  const cart = '{"accessories":{"cable":3}}'
  const endWith = (end: () => void) => {
    localStorage.setItem(storedCartKeys.digital, cart)
    end()
    expect(localStorage.getItem(storedCartKeys.digital)).toBeNull()
    return leftCarts.owner
  }
  confirmUser(replyOf(7))
  const stored = localStorage.getItem('hivewatch.user')!
  expect(endWith(() => endSession())).toBe(7)
  expect(leftCarts.texts[storedCartKeys.digital]).toBe(cart)
  localStorage.setItem('hivewatch.user', stored)
  session.phase = 'unknown'
  expect(endWith(() => endSession())).toBe(7)
  confirmUser(replyOf(7))
  expect(endWith(() => endSession({ signedOut: true }))).toBeUndefined()
})

test('an administrator whose acting session ended while the device slept returns to their own account', async () => {
  confirmUser({ ...replyOf(7), acting })
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  const asked = askServer()
  await requests(1)
  arrive[0]!(401, refusal)
  await requests(2)
  arrive[1]!(200, replyOf(9))
  await requests(3)
  arrive[2]!(200, replyOf(9))
  await asked
  expect([session.phase, user.id, user.acting]).toEqual(['confirmed', 9, null])
})

test('if their own session is over, too, nobody is signed in', async () => {
  confirmUser({ ...replyOf(7), acting })
  const asked = askServer()
  await requests(1)
  arrive[0]!(401, refusal)
  await requests(2)
  arrive[1]!(401, refusal)
  await asked
  expect([session.phase, user.id]).toEqual(['none', 0])
})
