import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { answerEvents } from './sse.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<[]>((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }))

async function read(options: { lifeMs: number; heartbeatMs?: number }) {
  let closed = 0
  const app = new Hono<Env>().get('/', (c) =>
    answerEvents(c, { next: untilAborted }, { ...options, onClose: () => void closed++ }),
  )
  const response = await app.request('/')
  return { text: await response.text(), closed: () => closed }
}

test('while nothing happens a comment keeps it alive, and it ends when its life is over', async () => {
  const { text, closed } = await read({ lifeMs: 120, heartbeatMs: 20 })
  expect(text).toMatch(/^(: \n\n){2,}$/)
  expect(closed()).toBe(1)
})
