import { expect, test } from 'vitest'
import { readApiError } from './api-error.ts'

test('takes message, code and issues from the reply', async () => {
  const body = {
    message: 'Zu viele Versuche.',
    code: 'too_many_requests',
    issues: [{ path: 'email', message: 'x' }],
    id: 7,
  }
  const error = await readApiError(
    new Response(JSON.stringify(body), { status: 429, headers: { 'Retry-After': '30' } }),
  )
  expect(error).toMatchObject({
    status: 429,
    message: body.message,
    code: body.code,
    issues: body.issues,
    retryAfter: 30,
  })
  expect(error.reply).toEqual(body)
})

test('a body that is not JSON becomes the message', async () => {
  const error = await readApiError(new Response('Bad gateway\n', { status: 502 }))
  expect(error).toMatchObject({
    status: 502,
    message: 'Bad gateway',
    code: undefined,
    issues: [],
    retryAfter: undefined,
  })
})

test.each(['[1]', '{"message":5}', 'null', '{}'])(
  'JSON of another shape (%s) becomes the message as is',
  async (text) => {
    expect((await readApiError(new Response(text, { status: 500 }))).message).toBe(text)
  },
)

test('an empty reply is reported with its status', async () => {
  const error = await readApiError(new Response('', { status: 503, statusText: 'Service Unavailable' }))
  expect(error.message).toBe('Service Unavailable')
})
