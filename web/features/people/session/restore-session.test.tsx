import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyProfile, type SessionReply } from '#domain/people/account.ts'
import { wipeQueryCache } from '../../../offline/query-cache.ts'
import { askServer } from './restore-session.ts'
import { confirmUser, forgetUser, session, user } from './session-state.ts'

const replyOf = (userId: number): SessionReply => ({
  message: 'Willkommen.',
  userEmail: `${userId}@example.ch`,
  admin: false,
  userId,
  role: 3,
  affiliation: null,
  language: 'de',
  profile: emptyProfile,
  manager: false,
  secondFactorMissing: false,
  acting: null,
  signOutToken: `session-${userId}.mac`,
})

/** A server whose answers are on their way until the test lets them arrive. */
let arrive: ((status: number, body: unknown) => void)[]

beforeEach(() => {
  window.localStorage.clear()
  forgetUser()
  arrive = []
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

test('who the server says is signed in', async () => {
  const asked = askServer()
  arrive[0]!(200, replyOf(7))
  await asked
  expect([session.phase, user.id]).toEqual(['confirmed', 7])
})

test('an answer that was on its way while the person signed out signs nobody in again', async () => {
  confirmUser(replyOf(7))
  const asked = askServer()
  forgetUser()
  arrive[0]!(200, replyOf(7))
  await asked
  expect([session.phase, user.id]).toEqual(['none', 0])
  expect(window.localStorage.length).toBe(0)
})

test('a refusal that was on its way does not end the session that began since', async () => {
  const early = askServer()
  const late = askServer()
  arrive[1]!(200, replyOf(7))
  await late
  arrive[0]!(401, { message: 'Please sign in.', code: 'not_signed_in' })
  await early
  expect([session.phase, user.id]).toEqual(['confirmed', 7])
})

test('without an answer a former session goes on, and without a former session there is nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(askServer()).rejects.toThrow('no answer from the server')
  confirmUser(replyOf(7))
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  await askServer()
  expect([session.phase, user.id]).toEqual(['trusted', 7])
})

const acting = { email: 'admin@example.ch', until: '2026-05-10T11:00:00Z' }
const refusal = { message: 'Please sign in.', code: 'not_signed_in' }
const requests = (count: number) => vi.waitFor(() => expect(arrive).toHaveLength(count))

test('who acted in a name while the device slept is themselves again', async () => {
  confirmUser({ ...replyOf(7), acting })
  const stored = { ...window.localStorage }
  forgetUser()
  Object.assign(window.localStorage, stored)
  const asked = askServer()
  arrive[0]!(401, refusal)
  await requests(2)
  arrive[1]!(200, replyOf(9))
  await requests(3)
  arrive[2]!(200, replyOf(9))
  await asked
  expect([session.phase, user.id, user.acting]).toEqual(['confirmed', 9, null])
})

test('where the own session is over too, nobody is signed in', async () => {
  confirmUser({ ...replyOf(7), acting })
  const asked = askServer()
  arrive[0]!(401, refusal)
  await requests(2)
  arrive[1]!(401, refusal)
  await asked
  expect([session.phase, user.id]).toEqual(['none', 0])
})
