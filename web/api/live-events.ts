import { askedEarliest, dropEarlyAnswers } from './early-answers.ts'
import { isObject, number, parsedJson } from './read-fields.ts'

const types = ['reading', 'alarm', 'job', 'controller'] as const
type LiveEvent = { controllerId: number; scaleIds: number[] }

/** What changed at the server; `missed`: the stream was away for a while, so anything may have. */
export type LiveNews = ({ type: (typeof types)[number] } & LiveEvent) | { type: 'missed' }
type Tell = (news: LiveNews) => void

const NAME = 'hivewatch.events'
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 600_000
/** From one screen to the next nobody listens for a moment: what changes then is not to be lost. */
const STAY_MS = 10_000
/** What changed since so long ago is looked for behind what is shown. */
const RECENT_MS = 1000

const listeners = new Set<Tell>()
let leave: (() => void) | undefined
let leaving: ReturnType<typeof setTimeout> | undefined
let wasUnheard = false
let wasOpen = false
let isOpen = false

function readEvent(data: string): LiveEvent | undefined {
  const event = parsedJson(data)
  const controllerId = isObject(event) ? number(event.controllerId) : undefined
  if (!isObject(event) || controllerId === undefined || !Array.isArray(event.scaleIds)) return undefined
  const scaleIds = event.scaleIds.map(number)
  return scaleIds.includes(undefined) ? undefined : { controllerId, scaleIds: scaleIds as number[] }
}

/**
 * Tells what changes at the server while this page is in sight, over one stream for all tabs where the browser has locks.
 * Without a network, or when the server refuses, it is silent and tries again later. Returns how to stop.
 */
export function followLiveEvents(listener: Tell): () => void {
  clearTimeout(leaving)
  // one that ended while nobody listened, as with its session, is not waited for
  if (listeners.size === 0 && !isOpen) end()
  listeners.add(listener)
  if (wasUnheard) listener({ type: 'missed' })
  wasUnheard = false
  leave ??= takePart((news) => {
    // whoever asks for what is new must not be told what was before
    dropEarlyAnswers()
    wasUnheard = listeners.size === 0
    for (const one of listeners) one(news)
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    leaving = setTimeout(end, STAY_MS)
  }
}

function end(): void {
  leave?.()
  leave = undefined
}

/** A page in sight waits for its turn to hold the stream, and passes on what it hears to the other tabs. */
function takePart(tell: Tell): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<LiveNews>) => tell(data)
  const stream = createStream((news) => {
    tell(news)
    channel.postMessage(news)
  })
  let turn: AbortController | undefined
  const look = () => {
    if (document.visibilityState === 'hidden') {
      turn?.abort()
      turn = undefined
    } else if (!turn) {
      turn = new AbortController()
      void takeTurn(turn.signal, stream)
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    turn?.abort()
    channel.close()
  }
}

type Stream = (signal: AbortSignal) => Promise<void>

async function takeTurn(signal: AbortSignal, stream: Stream): Promise<void> {
  if (!navigator.locks) return stream(signal)
  try {
    await navigator.locks.request(NAME, { signal }, () => stream(signal))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** One stream at a time until its signal fires; the browser itself comes back after a loss, we after a refusal. */
function createStream(tell: Tell): Stream {
  return (signal) =>
    new Promise((resolve) => {
      let source: EventSource | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let pause = FIRST_PAUSE_MS
      const close = () => {
        clearTimeout(timer)
        source?.close()
        isOpen = false
      }
      const open = () => {
        close()
        const asked = Date.now()
        const opened = new EventSource('/api/events')
        source = opened
        opened.onopen = () => {
          pause = FIRST_PAUSE_MS
          const isLate = Date.now() - Math.min(asked, askedEarliest()) > RECENT_MS
          if (wasOpen || isLate) tell({ type: 'missed' })
          wasOpen = true
          isOpen = true
        }
        opened.onerror = () => {
          isOpen = false
          if (opened.readyState !== EventSource.CLOSED) return
          timer = setTimeout(open, pause)
          pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
        }
        for (const type of types) {
          opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
            const event = readEvent(data)
            if (event) tell({ type, ...event })
          })
        }
      }
      window.addEventListener('online', open, { signal })
      signal.addEventListener('abort', () => {
        close()
        resolve()
      })
      open()
    })
}
