import { expect, test } from 'vitest'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import { readOutboxAnswer } from './read-outbox-answer.ts'

const json = (status: number, body: unknown = { code: 'x', message: 'y' }, headers = {}) =>
  Response.json(body, { status, headers })
const page = (status: number) => new Response('<h1>Welcome</h1>', { status, headers: { 'Content-Type': 'text/html' } })
const plain = (status: number) => new Response(null, { status })

const POST = { method: 'POST', path: '/api/intervention' } as const
const DELETE = { method: 'DELETE', path: '/api/visit/a' } as const
const CHANNEL = { method: 'POST', path: '/api/notification' } as const

test.each<[string, Pick<OutboxChange, 'method' | 'path'>, Response, string]>([
  ['a reply', POST, json(200), 'sent'],
  ['a refusal', POST, json(404), 'rejected'],
  ['a sign-in that is needed', POST, json(401), 'held'],
  ['a page of a guest network', POST, page(200), 'unanswered'],
  ['its sign-in page', POST, page(401), 'unanswered'],
  ['nothing', POST, plain(200), 'unanswered'],
  ['a timeout', POST, json(408), 'unanswered'],
  ['a network that wants a sign-in', POST, json(511), 'unanswered'],
  ['too many requests', POST, json(429), 'failed'],
  ['too many requests, says a network', POST, page(429), 'unanswered'],
  ['a server that fails', POST, json(500), 'failed'],
  ['a gateway that fails', POST, page(502), 'failed'],
  ['a removal of what is gone', DELETE, json(404), 'sent'],
  ['a removal that is forbidden', DELETE, json(403), 'rejected'],
  ['no differences', POST, json(400, { code: 'no_changes' }), 'sent'],
  ['a device that is known', CHANNEL, json(409, { code: 'combination_exists' }), 'sent'],
  ['a device that is refused', CHANNEL, json(400, { code: 'invalid_body' }), 'rejected'],
  ['something else that exists', POST, json(409, { code: 'combination_exists' }), 'rejected'],
])('%s', async (_, change, response, is) => {
  expect((await readOutboxAnswer({ id: 'a', ...change }, response)).is).toBe(is)
})

test('a refusal without words has none', async () => {
  for (const body of [null, 7, { code: 3, message: ['x'] }]) {
    expect(await readOutboxAnswer({ id: 'a', ...POST }, json(400, body))).toEqual({
      is: 'rejected',
      rejection: { status: 400, code: '', message: '' },
    })
  }
})

test('a server that is busy says for how long', async () => {
  const answer = (status: number, after: string) =>
    readOutboxAnswer({ id: 'a', ...POST }, json(status, {}, { 'Retry-After': after }))
  expect(await answer(429, '120')).toMatchObject({ retryAfter: 120, isBusy: true })
  expect(await answer(503, 'Sun, 10 May 2026 10:00:00 GMT')).toMatchObject({ retryAfter: 0, isBusy: false })
})
