import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../app-error.ts'
import type { Env } from '../env.ts'
import { limitBody } from './limit-body.ts'

const MAXIMUM = 700_000
const app = new Hono<Env>()
  .post('/refused', limitBody(MAXIMUM), (c) => c.text('no', 401))
  .post('/read', limitBody(MAXIMUM), async (c) => c.text(String((await c.req.text()).length)))
  .post(
    '/own',
    limitBody(MAXIMUM, (c) => c.text('own words', 413)),
  )
  .onError((error, c) => c.text((error as AppError).code, (error as AppError).status as 413))

let server: Server
/** All requests share one connection. */
let agent: Agent

beforeEach(async () => {
  server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})
afterEach(() => {
  agent.destroy()
  server.close()
})

async function post(path: string, bytes: number, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const asked = request({ port, path, method: 'POST', agent, headers })
  // without a length, Node sends more than one piece in chunks
  if (headers['transfer-encoding']) asked.write('x')
  asked.end('x'.repeat(headers['transfer-encoding'] ? bytes - 1 : bytes))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return [answer.statusCode, await text(answer)]
}
const inChunks = { 'transfer-encoding': 'chunked' }

describe('a body', () => {
  it.each([{}, inChunks])('up to the limit is read (%o)', async (headers) => {
    expect(await post('/read', MAXIMUM, headers)).toEqual([200, String(MAXIMUM)])
  })

  it.each([{}, inChunks])('beyond it is refused (%o)', async (headers) => {
    expect(await post('/read', MAXIMUM + 1, headers)).toEqual([413, 'body_too_large'])
  })

  it.each([{}, inChunks])('is refused in words of the route (%o)', async (headers) => {
    expect(await post('/own', MAXIMUM + 1, headers)).toEqual([413, 'own words'])
  })

  it('that is refused unread does not lose the next request on its connection', async () => {
    for (const path of ['/refused', '/own', '/refused', '/read']) await post(path, MAXIMUM)
    expect(await post('/refused', MAXIMUM + 1)).toEqual([413, 'body_too_large'])
    expect(await post('/read', 10)).toEqual([200, '10'])
  })
})
