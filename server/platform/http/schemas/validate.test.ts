import { Hono } from 'hono'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createLogger } from '../../runtime/logger.ts'
import { answerError } from '../answer-error.ts'
import type { Env } from '../env.ts'
import { validate } from './validate.ts'

const body = v.object({ name: v.string(), hives: v.array(v.object({ name: v.string() })) })
const app = new Hono<Env>()
  .post('/', validate('json', body), (c) => c.json(c.req.valid('json').hives.length))
  .onError(answerError(createLogger('silent')))

async function post(sent: object) {
  const text = JSON.stringify(sent)
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
  const answer = await app.request('/', { method: 'POST', headers, body: text })
  return { status: answer.status, body: await answer.json() }
}
const wrong = (count: number) => Array.from({ length: count }, () => ({}))

it('tells where each fault of a form is', async () => {
  const { status, body } = await post({ hives: wrong(50) })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_body' })
  expect((body as { issues: object[] }).issues).toHaveLength(51)
})

it('tells the first fault of what is larger than any form', async () => {
  const { status, body } = await post({ name: 'a', hives: wrong(20_000) })
  expect(status).toBe(400)
  expect((body as { issues: object[] }).issues).toMatchObject([{ path: 'hives.0.name', code: 'missing' }])
})

it('accepts it if it has none', async () => {
  const hives = Array.from({ length: 20_000 }, () => ({ name: 'b' }))
  expect(await post({ name: 'a', hives })).toEqual({ status: 200, body: 20_000 })
})

it('needs no body where nothing has to be said, even if the request is labeled as JSON', async () => {
  const optional = new Hono<Env>()
    .post('/', validate('json', v.object({ soon: v.optional(v.boolean(), false) })), (c) => c.json(c.req.valid('json')))
    .onError(answerError(createLogger('silent')))
  const send = async (to: Pick<Hono<Env>, 'request'>, sent: string) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await to.request('/', { method: 'POST', headers, body: sent })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send(optional, '')).toEqual({ status: 200, body: { soon: false } })
  expect(await send(optional, '{"soon":true}')).toEqual({ status: 200, body: { soon: true } })
  expect(await send(optional, '{')).toMatchObject({ status: 400, body: { code: 'body_not_json' } })
  expect(await send(app, '')).toMatchObject({ status: 400, body: { code: 'body_not_json' } })
})
