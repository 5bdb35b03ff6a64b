import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from './env.ts'

const HEARTBEAT_MS = 20_000

export type SseMessage = { id: number; event: string; data: unknown }

/** A source of messages for one browser. */
export type SseSource = {
  /** The next messages, or none if `signal` fired first; undefined: the listener has lost access. */
  next(signal: AbortSignal): Promise<SseMessage[] | undefined>
}

/**
 * One server-sent event stream: messages with ids, and a comment every 20 s so that no proxy considers it dead. Ends when the
 * browser leaves, after `lifeMs` (the browser then reconnects and is checked again), or with its source.
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
