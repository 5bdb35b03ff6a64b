import { setTimeout as pause } from 'node:timers/promises'
import type { SseMessage, SseSource } from '../http/sse.ts'
import type { Events, LiveEvent } from '../platform/events.ts'

const LOOK_AGAIN_MS = 60_000

/**
 * What one account may hear of. What waits for a slow browser is merged by transmitter and type, so that it cannot grow;
 * what may be seen is read anew every minute and whenever a transmitter changed.
 */
export function followEvents(
  events: Events,
  readVisible: () => Promise<ReadonlySet<number>>,
  viewer: { accountId: number; admin: boolean },
  lookAgainMs = LOOK_AGAIN_MS,
): SseSource & { stop(): void } {
  let visible: ReadonlySet<number> | undefined
  let waiting = new Map<string, LiveEvent>()
  let news = Promise.withResolvers<void>()

  const stop = events.subscribe((event) => {
    if (event.job && !isOwnJob(event)) return
    if (!event.job && event.type !== 'controller' && visible && !visible.has(event.controllerId)) return
    const key = event.job ? `job ${event.job.id}` : `${event.type} ${event.controllerId}`
    const scaleIds = [...new Set([...(waiting.get(key)?.scaleIds ?? []), ...event.scaleIds])]
    waiting.delete(key)
    waiting.set(key, { ...event, scaleIds })
    news.resolve()
  })

  const isOwnJob = ({ job }: LiveEvent) => job !== undefined && (viewer.admin || job.accountId === viewer.accountId)

  return {
    stop,
    async next(signal) {
      visible ??= await readVisible()
      const isOver = await heardOrOver(news.promise, signal, lookAgainMs)
      if (signal.aborted) return []
      const heard = [...waiting.values()]
      waiting = new Map()
      news = Promise.withResolvers()
      const before = visible
      if (isOver || heard.some(({ type }) => type === 'controller')) visible = await readVisible()
      // who may no longer see a transmitter hears once that it changed, so that it leaves open screens at once
      const isLost = ({ type, controllerId }: LiveEvent) => type === 'controller' && before.has(controllerId)
      return heard.filter((event) => event.job || visible?.has(event.controllerId) || isLost(event)).map(toMessage)
    },
  }
}

/** True when the time was over before there was news. */
async function heardOrOver(news: Promise<void>, signal: AbortSignal, ms: number): Promise<boolean> {
  const heard = new AbortController()
  const timer = pause(ms, true, { signal: AbortSignal.any([signal, heard.signal]), ref: false }).catch(() => false)
  const isOver = await Promise.race([news.then(() => false), timer])
  heard.abort()
  return isOver
}

const toMessage = ({ id, type, controllerId, scaleIds, job }: LiveEvent): SseMessage => ({
  id,
  event: type,
  data: { id, controllerId, scaleIds, ...(job ? { jobId: job.id } : {}) },
})
