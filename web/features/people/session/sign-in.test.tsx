import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { oweSignOut } from './owed-sign-outs.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

const SIGN_OUT = '/api/user/logout'
let asked: string[]
let answerSignOut: (status: number) => void

beforeEach(() => {
  window.localStorage.clear()
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const reply = (status: number) => Response.json({ message: 'So it is.', code: 'sign_in_failed' }, { status })
    const response = new Promise<Response>((resolve) => {
      if (path === SIGN_OUT) answerSignOut = (status) => resolve(reply(status))
      else resolve(Object.defineProperty(reply(403), 'url', { value: `http://localhost${path}` }))
    })
    return response
  })
})
afterEach(() => {
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

const account = { email: 'a@example.ch', password: 'a good password', language: 'de' } as const

test.each([
  ['signs in', '/api/user/login', () => signIn(account.email, account.password)],
  ['registers', '/api/registration/user', () => register(account)],
])(
  'who %s waits for what is owed to the one before, whose late answer would take the cookie along',
  async (_, path, begin) => {
    oweSignOut('the one before')
    const begun = expect(begin()).rejects.toBeInstanceOf(ApiError)
    await expect.poll(() => asked).toEqual([SIGN_OUT])
    // longer than anything except the answer could take
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toEqual([SIGN_OUT])
    answerSignOut(200)
    await begun
    expect(asked).toEqual([SIGN_OUT, path])
  },
)

test('an owed sign-out that a server refuses does not prevent signing in', async () => {
  oweSignOut('the one before')
  const begun = expect(signIn(account.email, account.password)).rejects.toBeInstanceOf(ApiError)
  await expect.poll(() => asked).toEqual([SIGN_OUT])
  answerSignOut(500)
  await begun
  expect(asked).toEqual([SIGN_OUT, '/api/user/login'])
})
