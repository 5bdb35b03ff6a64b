import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../../runtime/logger.ts'
import { createSendParts } from './send-parts.ts'

const PART_BYTES = 256 * 1024
const PARTS = 80

/** Serves answers of 20 MB, each part filled with its number. */
async function serve(limits: Parameters<typeof createSendParts>[1] = {}) {
  const made: Uint8Array<ArrayBuffer>[] = []
  const answers: { parts: number }[] = []
  const sendParts = createSendParts(silentLogger(), limits)
  const app = new Hono().get('/:owner', (c) => {
    const answer = { parts: 0 }
    answers.push(answer)
    const next = async () => {
      if (c.req.query('fails') === String(answer.parts)) throw new Error('the disk is gone')
      await pause(Number(c.req.query('pause') ?? 0))
      const bytes = new Uint8Array(PART_BYTES).fill(answer.parts++)
      made.push(bytes)
      return { bytes, isLast: answer.parts === PARTS }
    }
    return next().then((first) => sendParts(c, { owner: c.req.param('owner'), first, next }, {}))
  })
  const server = createServer(getRequestListener(app.fetch))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const held = () => made.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { app, answers, held, url, server }
}

const answerOf = async (url: string): Promise<IncomingMessage> =>
  (await once(get(url, { agent: false }), 'response'))[0]

const whole = Buffer.concat(Array.from({ length: PARTS }, (_, part) => Buffer.alloc(PART_BYTES, part)))
const isWhole = (received: Buffer): boolean => whole.equals(received)

const closed = (answer: IncomingMessage) => new Promise<void>((resolve) => answer.once('close', () => resolve()))

test('a slow reader next to a fast one gets every byte, and then the memory is freed', async () => {
  const { held, url } = await serve()
  const slow = await answerOf(`${url}/anna`)
  expect(isWhole(await buffer(await answerOf(`${url}/ben`)))).toBe(true)
  expect(isWhole(await buffer(slow))).toBe(true)
  await expect.poll(() => held()).toBe(0)
})

test('of many answers that nobody reads only a few parts are created; all are complete in the end', async () => {
  const { answers, held, url } = await serve({ atOnce: 6, perOwner: 3, slowMs: 1000 })
  const unread = await Promise.all(Array.from({ length: 9 }, (_, i) => answerOf(`${url}/owner-${i % 3}`)))
  await pause(300)
  expect(answers.filter(({ parts }) => parts > 1).length).toBeLessThanOrEqual(6)
  for (const one of unread) expect(isWhole(await buffer(one))).toBe(true)
  await expect.poll(() => held()).toBe(0)
})

test('a client that does not read lets others pass, and is cut off', async () => {
  const { held, url } = await serve({ atOnce: 6, perOwner: 3, slowMs: 50, givenUpMs: 1500 })
  const idle = await Promise.all(Array.from({ length: 9 }, () => answerOf(`${url}/idle`)))
  const cut = idle.map((one) => {
    one.on('error', () => undefined)
    return closed(one)
  })
  expect(isWhole(await buffer(await answerOf(`${url}/idle`)))).toBe(true)
  for (const one of idle) one.socket.pause()
  await expect.poll(() => held()).toBe(0)
  for (const one of idle) one.resume()
  await Promise.all(cut)
})

test('a client waiting for its turn is not taken for one that does not read', async () => {
  const { url, server } = await serve({ perOwner: 1 })
  server.timeout = 2000
  const answers = Array.from({ length: 2 }, async () => isWhole(await buffer(await answerOf(`${url}/anna?pause=30`))))
  expect(await Promise.all(answers)).toEqual([true, true])
})

test('a connection that breaks off frees it', async () => {
  const { held, url, answers } = await serve()
  const left = await answerOf(`${url}/anna`)
  left.destroy()
  await expect.poll(() => held()).toBe(0)
  expect(answers[0]!.parts).toBeLessThan(PARTS)
})

test('if a part cannot be read, the answer breaks off and does not look complete', async () => {
  const { held, url } = await serve()
  await expect(buffer(await answerOf(`${url}/anna?fails=20`))).rejects.toThrow()
  await expect.poll(() => held()).toBe(0)
  expect(isWhole(await buffer(await answerOf(`${url}/anna`)))).toBe(true)
})

test('without a connection of its own, as in tests, the answer is complete as well', async () => {
  const { app } = await serve()
  expect(isWhole(Buffer.from(await (await app.request('/anna')).arrayBuffer()))).toBe(true)
})
