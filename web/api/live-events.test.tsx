import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveNews } from './live-events.ts'

class Stream extends EventTarget {
  static CLOSED = 2
  static opened: Stream[] = []
  readyState = 0
  onopen: (() => void) | undefined
  onerror: (() => void) | undefined
  constructor() {
    super()
    Stream.opened.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
  /** As when the browser reports that it will not reconnect by itself. */
  refuse() {
    this.readyState = Stream.CLOSED
    this.onerror?.()
  }
}

const last = () => Stream.opened.at(-1)!
let visibility: DocumentVisibilityState = 'visible'
let followLiveEvents: typeof import('./live-events.ts').followLiveEvents
let stop = () => {}
let heard: LiveNews[] = []

function see(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  // as in a freshly opened page
  vi.resetModules()
  ;({ followLiveEvents } = await import('./live-events.ts'))
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  visibility = 'visible'
  Stream.opened = []
  heard = []
  stop = followLiveEvents((news) => heard.push(news))
})
afterEach(() => {
  stop()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reports what the server says, and ignores what it does not understand', () => {
  last().open()
  last().say('reading', { id: 1, controllerId: 3, scaleIds: [11] })
  last().say('reading', { id: 2 })
  last().say('alarm', { id: 3, controllerId: 3, scaleIds: [] })
  expect(heard).toEqual([
    { type: 'reading', controllerId: 3, scaleIds: [11] },
    { type: 'alarm', controllerId: 3, scaleIds: [] },
  ])
})

test('reconnects after a refusal, with growing pauses, and says that something may have been missed', () => {
  last().open()
  last().refuse()
  vi.advanceTimersByTime(29_999)
  expect(Stream.opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(Stream.opened).toHaveLength(2)
  last().refuse()
  vi.advanceTimersByTime(59_999)
  expect(Stream.opened).toHaveLength(2)
  vi.advanceTimersByTime(1)
  last().open()
  expect(heard).toEqual([{ type: 'missed' }])
})

test('leaves a short interruption to the browser', () => {
  last().open()
  last().readyState = 0
  last().onerror?.()
  vi.advanceTimersByTime(600_000)
  expect(Stream.opened).toHaveLength(1)
})

test('tries at once when the network is back', () => {
  last().refuse()
  window.dispatchEvent(new Event('online'))
  expect(Stream.opened).toHaveLength(2)
})

test('holds no stream while the page is out of sight', () => {
  last().open()
  see('hidden')
  expect(last().readyState).toBe(Stream.CLOSED)
  see('visible')
  expect(Stream.opened).toHaveLength(2)
  last().open()
  expect(heard).toEqual([{ type: 'missed' }])
})

test('one stream serves all listeners, and ends with the last of them', () => {
  const other: LiveNews[] = []
  const stopOther = followLiveEvents((news) => other.push(news))
  last().open()
  last().say('alarm', { controllerId: 3, scaleIds: [] })
  expect(Stream.opened).toHaveLength(1)
  expect(other).toEqual(heard)
  stop()
  expect(last().readyState).toBe(1)
  stopOther()
  vi.advanceTimersByTime(9999)
  expect(last().readyState).toBe(1)
  vi.advanceTimersByTime(1)
  expect(last().readyState).toBe(Stream.CLOSED)
})

test('nothing is missed between two screens', () => {
  last().open()
  stop()
  last().say('controller', { controllerId: 3, scaleIds: [] })
  vi.advanceTimersByTime(9000)
  stop = followLiveEvents((news) => heard.push(news))
  expect(heard).toEqual([{ type: 'missed' }])
  vi.advanceTimersByTime(60_000)
  last().say('alarm', { controllerId: 3, scaleIds: [] })
  expect(heard.slice(1)).toEqual([{ type: 'alarm', controllerId: 3, scaleIds: [] }])
  expect(Stream.opened).toHaveLength(1)
})

test('a stream that ended with its session is reopened at once with the next one', () => {
  last().open()
  stop()
  last().refuse()
  vi.advanceTimersByTime(2000)
  stop = followLiveEvents((news) => heard.push(news))
  expect(Stream.opened).toHaveLength(2)
  last().open()
  expect(heard).toEqual([{ type: 'missed' }])
})

test('a screen that starts following later than the previous one may have missed something', () => {
  last().open()
  stop()
  vi.advanceTimersByTime(10_000)
  stop = followLiveEvents((news) => heard.push(news))
  last().open()
  expect(heard).toEqual([{ type: 'missed' }])
})

test.each([
  [1000, []],
  [1001, [{ type: 'missed' }]],
])('changes while the stream took %d ms to open are looked up if that is long', (ms, told) => {
  vi.advanceTimersByTime(ms)
  last().open()
  expect(heard).toEqual(told)
})

test('a request made because of news is not answered with what the page requested before the app had loaded', () => {
  window.earlyAnswers = {
    '/api/dashboard': { locale: 'de', answer: Promise.resolve(new Response()), askedAt: Date.now() },
  }
  last().open()
  expect(Object.keys(window.earlyAnswers)).toEqual(['/api/dashboard'])
  last().say('controller', { id: 1, controllerId: 3, scaleIds: [] })
  expect(window.earlyAnswers).toEqual({})
  delete window.earlyAnswers
})
