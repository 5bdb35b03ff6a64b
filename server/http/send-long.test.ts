import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendLong } from './send-long.ts'

const LENGTH = 20_000_000

async function serve() {
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const app = new Hono().get('/', (c) => {
    const body = new Uint8Array(LENGTH).fill(bodies.length + 1)
    bodies.push(body)
    return sendLong(c, body, { 'Content-Type': 'application/octet-stream' })
  })
  const server = createServer(getRequestListener(app.fetch))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { app, bodies, url }
}

const answerOf = async (url: string): Promise<IncomingMessage> => (await once(get(url), 'response'))[0]

test('a slow reader gets every byte, and then the memory is free', async () => {
  const { bodies, url } = await serve()
  const slow = await answerOf(url)
  const quick = await buffer(await answerOf(url))
  expect(bodies[0]?.byteLength).toBe(LENGTH)
  const received = await buffer(slow)
  expect([quick.length, received.length]).toEqual([LENGTH, LENGTH])
  expect(new Set(received)).toEqual(new Set([1]))
  expect(new Set(quick)).toEqual(new Set([2]))
  await vi.waitFor(() => expect(bodies.map(({ byteLength }) => byteLength)).toEqual([0, 0]))
})

test('a connection that breaks off frees it too', async () => {
  const { bodies, url } = await serve()
  ;(await answerOf(url)).destroy()
  await vi.waitFor(() => expect(bodies.map(({ byteLength }) => byteLength)).toEqual([0]))
})

test('without a connection of its own, as in tests, the body stays', async () => {
  const { app, bodies } = await serve()
  expect((await (await app.request('/')).arrayBuffer()).byteLength).toBe(LENGTH)
  expect(bodies[0]?.byteLength).toBe(LENGTH)
})
