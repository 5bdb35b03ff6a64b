import { askedEarliest, dropEarlyAnswers } from './early-answers.ts'
import { isObject, number, parsedJson } from './read-fields.ts'

const types = ['reading', 'alarm', 'job', 'controller'] as const
type LiveEvent = { controllerId: number; scaleIds: number[] }

/** What changed on the server. `missed`: the stream was interrupted for a while, so anything may have changed. */
export type LiveNews = ({ type: (typeof types)[number] } & LiveEvent) | { type: 'missed' }
type Tell = (news: LiveNews) => void

const NAME = 'hivewatch.events'
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 600_000
/** Between two screens nobody listens for a moment; changes during it must not be lost. */
const STAY_MS = 10_000
/** If what is shown was requested longer ago than this before the stream opened, changes may have been missed. */
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
 * Reports changes on the server while this page is visible, over one stream for all tabs if the browser supports locks. Without a network, or when the server
 * refuses, it stays silent and tries again later. Returns a function that stops it.
 */
export function followLiveEvents(listener: Tell): () => void {
  clearTimeout(leaving)
  // a stream that ended while nobody listened, for example with its session, is replaced at once
  if (listeners.size === 0 && !isOpen) end()
  listeners.add(listener)
  if (wasUnheard) listener({ type: 'missed' })
  wasUnheard = false
  leave ??= takePart((news) => {
    // whoever asks for the news must not get an answer from before it
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

/** While visible, the page waits for its turn to hold the stream, and forwards what it receives to the other tabs. */
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

/** Keeps one stream open at a time until its signal fires. After a lost connection the browser reconnects by itself; after a refusal this function does. */
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
