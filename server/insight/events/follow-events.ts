import { setTimeout as pause } from 'node:timers/promises'
import type { SseMessage, SseSource } from '../../platform/http/sse.ts'
import type { Events, LiveEvent } from '../../platform/runtime/events.ts'

const LOOK_AGAIN_MS = 60_000

export type EventViewer = { accountId: number; admin: boolean }
export type EventRights = {
  /** Undefined: the session has ended, or its account has. */
  readViewer(): Promise<EventViewer | undefined>
  readVisible(): Promise<ReadonlySet<number>>
}

/**
 * What one session may hear of, until it ends. What waits for a slow browser is merged by transmitter and type, so that it cannot
 * grow. Whether the session still is one is read before anything is told, and whenever others may have ended; what may be
 * seen is read anew every minute and whenever a transmitter changed.
 */
export function followEvents(
  events: Events,
  rights: EventRights,
  viewer: EventViewer,
  lookAgainMs = LOOK_AGAIN_MS,
): SseSource & { stop(): void } {
  let visible: ReadonlySet<number> | undefined
  /** How many transmitters changed, and how many of these what may be seen is read after: until all are, a new one's news waits with the rest. */
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
      // who may no longer see a transmitter hears once that it changed, so that it leaves open screens at once
      const isLost = ({ type, controllerId }: LiveEvent) => type === 'controller' && before.has(controllerId)
      const mayHear = (event: LiveEvent) =>
        event.job ? isOwnJob(event, now) : visible?.has(event.controllerId) || isLost(event)
      return heard.filter(mayHear).map(toMessage)
    },
  }
}

const isOwnJob = ({ job }: LiveEvent, viewer: EventViewer): boolean =>
  job !== undefined && (viewer.admin || job.accountId === viewer.accountId)

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
