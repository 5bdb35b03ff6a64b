import { afterEach, beforeEach, expect, type Mock, type MockInstance, test, vi } from 'vitest'
import type { SessionReply } from '#domain/people/account.ts'
import { sampleSession } from '../../../../tests/support/samples/sample-session.ts'
import { actAs, endActAs } from './act-as.ts'
import { askServer } from './restore-session.ts'
import { confirmUser, forgetUser, readStoredUser, session, user } from './session-state.ts'

const acting = { email: 'admin@example.ch', until: '2026-05-10T11:00:00Z' }
const replyOf = (userId: number, as: SessionReply['acting'] = null): SessionReply => ({
  ...sampleSession,
  ...{
    userId,
    userEmail: `${userId}@example.ch`,
    admin: as === null,
    acting: as,
    signOutToken: `session-${userId}.mac`,
  },
})

/** What the server answers, by the end of the path; to anything else it gives no answer. */
let answers: Record<string, () => Response>
let replaced: Mock
let here: MockInstance

beforeEach(() => {
  window.localStorage.clear()
  forgetUser()
  replaced = vi.fn()
  here = vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, replace: replaced })
  vi.stubGlobal('fetch', async (input: string) => {
    const answer = answers[input.split('/').at(-1)!]?.()
    if (!answer) throw new TypeError('Failed to fetch')
    return Object.defineProperty(answer, 'url', { value: `http://localhost${input}` })
  })
})
afterEach(() => {
  forgetUser()
  window.localStorage.clear()
  here.mockRestore()
  vi.unstubAllGlobals()
})

/** A page that is nobody's starts over, and asks whose session the browser has. */
function expectNobodys() {
  expect([session.phase, user.id, readStoredUser()]).toEqual(['none', 0, undefined])
  expect(replaced).toHaveBeenCalledTimes(1)
}

test('an administrator whose network vanishes while they begin to act does not go on in a page of their own', async () => {
  confirmUser(replyOf(9))
  answers = { actAs: () => Response.json(replyOf(7)) }
  await actAs(7)
  expectNobodys()
})

test('nor in the page of the user, if it vanishes while they return', async () => {
  confirmUser(replyOf(7, acting))
  answers = { endActAs: () => Response.json(replyOf(9)) }
  await endActAs()
  expectNobodys()
})

test('nor if the hour was over', async () => {
  confirmUser(replyOf(7, acting))
  let asked = 0
  answers = {
    ping: () => {
      if (asked++ > 0) throw new TypeError('Failed to fetch')
      return Response.json({ message: 'Please sign in.', code: 'not_signed_in' }, { status: 401 })
    },
    endActAs: () => Response.json(replyOf(9)),
  }
  await askServer()
  expectNobodys()
})

test('with a network, the page becomes that of the other one', async () => {
  confirmUser(replyOf(9))
  answers = { actAs: () => Response.json(replyOf(7)), ping: () => Response.json(replyOf(7, acting)) }
  await actAs(7)
  expect(readStoredUser()?.id).toBe(7)
  expect(replaced).toHaveBeenCalledTimes(1)
  confirmUser(replyOf(7, acting))
  answers = { endActAs: () => Response.json(replyOf(9)), ping: () => Response.json(replyOf(9)) }
  await endActAs()
  expect(readStoredUser()?.id).toBe(9)
  expect(replaced).toHaveBeenCalledTimes(2)
})
