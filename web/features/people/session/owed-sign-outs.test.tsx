import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'
import { OfflineError } from '../../../api/api-error.ts'
import { oweSignOut, paySignOuts } from './owed-sign-outs.ts'

let sent: string[]
let answer: () => Promise<Response>
let worker: ReturnType<typeof startWorkerStandIn>

beforeEach(() => {
  window.localStorage.clear()
  sent = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const reply = await answer()
    sent.push(JSON.parse(String(body)).token)
    return reply
  })
  worker = startWorkerStandIn(() => undefined)
})
afterEach(() => {
  worker.end()
  vi.unstubAllGlobals()
})

test('without a network, a sign-out is passed to the worker and done by the next page that has one', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  oweSignOut('one')
  oweSignOut('one')
  await expect(paySignOuts()).rejects.toBeInstanceOf(OfflineError)
  await expect.poll(() => worker.heard).toEqual([{ type: 'sign-out', tokens: ['one'] }])
  oweSignOut('two')
  answer = async () => Response.json({ message: 'Signed out.' })
  await Promise.all([paySignOuts(), paySignOuts()])
  expect(sent).toEqual(['one', 'two'])
  await paySignOuts()
  expect(sent).toHaveLength(2)
  expect(window.localStorage.length).toBe(0)
})

test('an owed sign-out is not forgotten if the server fails', async () => {
  answer = async () => Response.json({}, { status: 500 })
  oweSignOut('one')
  await expect(paySignOuts()).rejects.toBeInstanceOf(OfflineError)
  answer = async () => Response.json({ code: 'invalid_body' }, { status: 400 })
  await paySignOuts()
  expect(sent).toEqual(['one', 'one'])
})
