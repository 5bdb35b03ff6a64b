import { setTimeout as pause } from 'node:timers/promises'
import type { SseMessage, SseSource } from '../../platform/http/sse.ts'
import type { Events, LiveEvent } from '../../platform/runtime/events.ts'

const LOOK_AGAIN_MS = 60_000

export type EventViewer = { accountId: number; admin: boolean }
export type EventRights = {
  /** Returns undefined if the session or its account has ended. */
  readViewer(): Promise<EventViewer | undefined>
  readVisible(): Promise<ReadonlySet<number>>
}

/**
 * Returns the events one session may see, until it ends. Events waiting for a slow browser are merged by transmitter and
 * type, so the queue cannot grow. Whether the session is still valid is checked before anything is sent, and whenever
 * sessions may have ended; what it may see is read again every minute and whenever a transmitter changed.
 */
export function followEvents(
  events: Events,
  rights: EventRights,
  viewer: EventViewer,
  lookAgainMs = LOOK_AGAIN_MS,
): SseSource & { stop(): void } {
  let visible: ReadonlySet<number> | undefined
  /** Transmitter changes seen, and how many of them visibility was read after. Until they are equal, events of unknown transmitters wait with the rest. */
  let changes = 0
  let changesRead = 0
  let waiting = new Map<string, LiveEvent>()
  let news = Promise.withResolvers<void>()

  const unsubscribe = events.subscribe((event) => {
    if (event.job && !isOwnJob(event, viewer)) return
    if (event.type === 'controller') changes++
    else if (!event.job && changes === changesRead && visible && !visible.has(event.controllerId)) return
    const key = event.job ? `job ${event.job.id}` : `${event.type} ${event.controllerId}`
    const scaleIds = [...new Set([...(waiting.get(key)?.scaleIds ?? []), ...event.scaleIds])]
    waiting.delete(key)
    waiting.set(key, { ...event, scaleIds })
    news.resolve()
  })
  const stopLooking = events.onLookAgain(() => news.resolve())

  return {
    stop() {
      unsubscribe()
      stopLooking()
    },
    async next(signal) {
      visible ??= await rights.readVisible()
      const isOver = await heardOrOver(news.promise, signal, lookAgainMs)
      if (signal.aborted) return []
      const heard = [...waiting.values()]
      waiting = new Map()
      news = Promise.withResolvers()
      const now = await rights.readViewer()
      if (!now) return undefined
      const before = visible
      if (isOver || changes !== changesRead) {
        const known = changes
        visible = await rights.readVisible()
        changesRead = known
      }
      // whoever loses sight of a transmitter is told once that it changed, so that it disappears from open screens at once
      const isLost = ({ type, controllerId }: LiveEvent) => type === 'controller' && before.has(controllerId)
      const mayHear = (event: LiveEvent) =>
        event.job ? isOwnJob(event, now) : visible?.has(event.controllerId) || isLost(event)
      return heard.filter(mayHear).map(toMessage)
    },
  }
}

const isOwnJob = ({ job }: LiveEvent, viewer: EventViewer): boolean =>
  job !== undefined && (viewer.admin || job.accountId === viewer.accountId)

/** Returns true if the time ran out before there was news. */
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
