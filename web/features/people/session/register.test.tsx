import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleSession } from '../../../../tests/support/samples/sample-session.ts'
import { register } from './register.ts'
import { forgetUser, session, user } from './session-state.ts'

const anna = { email: 'anna@example.org', password: 'bees and honey 9', language: 'en' as const }
const login = { message: 'Welcome!', userEmail: anna.email, admin: false, userId: 7, role: 3, affiliation: null }
const ping = { ...sampleSession, ...login, signOutToken: 'session.mac' }

/** What the server answers by path; `lost`: it did what was asked, but nobody learns of it. */
let answers: Record<string, [status: number, body: object] | 'lost'>
let asked: string[]

beforeEach(() => {
  window.localStorage.clear()
  forgetUser()
  asked = []
  vi.stubGlobal('fetch', async (input: string) => {
    const path = input.replace('/api', '')
    asked.push(path)
    const answer = answers[path]
    if (!answer || answer === 'lost') throw new TypeError('Failed to fetch')
    return Object.defineProperty(Response.json(answer[1], { status: answer[0] }), 'url', {
      value: `http://localhost${input}`,
    })
  })
})
afterEach(() => {
  forgetUser()
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

const taken: [number, object] = [409, { message: 'An account with this address exists.', code: 'email_taken' }]

test('an account that was created although no answer came is entered by trying again', async () => {
  answers = { '/registration/user': 'lost' }
  await expect(register(anna)).rejects.toThrow('no answer from the server')
  answers = { '/registration/user': taken, '/user/login': [200, login], '/user/ping': [200, ping] }
  await register(anna)
  expect([session.phase, user.id]).toEqual(['confirmed', 7])
})

test('an address that somebody else had is said to be taken, even if no answer came before', async () => {
  answers = { '/registration/user': 'lost' }
  await expect(register(anna)).rejects.toThrow('no answer from the server')
  const wrong: [number, object] = [401, { message: 'Wrong.', code: 'credentials_wrong' }]
  answers = { '/registration/user': taken, '/user/login': wrong }
  await expect(register(anna)).rejects.toMatchObject({ code: 'email_taken' })
})

test('without a lost answer, a taken address is no reason to try the password there', async () => {
  answers = { '/registration/user': taken }
  await expect(register({ ...anna, email: 'berta@example.org' })).rejects.toMatchObject({ code: 'email_taken' })
  expect(asked).toEqual(['/registration/user'])
})
