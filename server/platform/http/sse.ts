import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from './env.ts'

const HEARTBEAT_MS = 20_000

export type SseMessage = { id: number; event: string; data: unknown }

/** Where messages for one browser wait. `push` never blocks; what is to be merged is the caller's matter. */
export type SseSource = {
  /** The next messages, or nothing when `signal` fired first; undefined: whoever listens may no longer. */
  next(signal: AbortSignal): Promise<SseMessage[] | undefined>
}

/**
 * One server-sent event stream: messages with ids, a comment every 20 s so that no proxy takes it for dead. Ends when the
 * browser leaves, after `lifeMs` (the browser then comes back by itself and is checked anew), or with its source.
 */
export function answerEvents(
  c: Context<Env>,
  source: SseSource,
  options: { lifeMs: number; onClose: () => void; heartbeatMs?: number },
): Response {
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    const ended = new AbortController()
    stream.onAbort(() => ended.abort())
    const life = setTimeout(() => ended.abort(), options.lifeMs)
    const heartbeat = setInterval(() => void stream.write(': \n\n'), options.heartbeatMs ?? HEARTBEAT_MS)
    life.unref()
    heartbeat.unref()
    try {
      await stream.write(': \n\n')
      while (!ended.signal.aborted) {
        const messages = await source.next(ended.signal)
        if (!messages) break
        for (const { id, event, data } of messages) {
          await stream.writeSSE({ id: String(id), event, data: JSON.stringify(data) })
        }
      }
    } finally {
      clearTimeout(life)
      clearInterval(heartbeat)
      options.onClose()
    }
  })
}
