import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '../api/api-error.ts'
import { KEPT_ANSWERS, writeStored } from './local-storage.ts'
import {
  createQueryClient,
  keptOffline,
  openQueryCache,
  unlessJustCome,
  whenWiped,
  wipeQueryCache,
} from './query-cache.ts'

const scales = { queryKey: ['scale'], queryFn: async () => [{ id: 1 }], ...keptOffline }
const series = { queryKey: ['series'], queryFn: async () => [1, 2, 3] }

let client: QueryClient
beforeEach(() => {
  // not those for drawing: what another test file has left to draw would be drawn in every moment of the time that passes here
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  // another test file may have left its own cache open
  wipeQueryCache()
  client = createQueryClient()
})
afterEach(() => {
  wipeQueryCache(client)
  vi.useRealTimers()
})

const saved = () => vi.advanceTimersByTimeAsync(2000)
/** Simulates a reload: the page has only what the device stored. */
async function reload(accountId: number): Promise<void> {
  wipeQueryCache(client, { stored: false })
  client = createQueryClient()
  await openQueryCache(accountId, client)
}

test('keeps what is marked for it, and nothing else', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await client.fetchQuery(series)
  await saved()
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
  expect(client.getQueryData(['series'])).toBeUndefined()
})

test('a fresh answer is not refetched by the screen that shows it, unless it has changed since', async () => {
  let asked = 0
  const alarms = { queryKey: ['alarm'], queryFn: async () => ++asked, refetchOnMount: unlessJustCome }
  const show = async () => {
    const leave = new QueryObserver(client, alarms).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    leave()
  }
  await client.prefetchQuery(alarms)
  await show()
  expect(asked).toBe(1)
  await client.invalidateQueries({ refetchType: 'none' })
  await show()
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(3000)
  await show()
  expect(asked).toBe(3)
  vi.setSystemTime(Date.now() - 3_600_000)
  await show()
  expect(asked).toBe(4)
})

test('a page that is hidden stores what has just arrived at once', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  visibility.mockRestore()
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test('restored answers are shown, and refetched by the first screen that shows them', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  await reload(1)
  const observer = new QueryObserver(client, { ...scales, queryFn: async () => [{ id: 1 }, { id: 2 }] })
  const shown: unknown[] = [observer.getCurrentResult().data]
  const unsubscribe = observer.subscribe(({ data }) => shown.push(data))
  await vi.advanceTimersByTimeAsync(10)
  unsubscribe()
  expect(shown[0]).toEqual([{ id: 1 }])
  expect(shown.at(-1)).toEqual([{ id: 1 }, { id: 2 }])
})

test('restored answers outlive the five minutes of other answers, even if no screen shows them', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  await reload(1)
  await vi.advanceTimersByTimeAsync(310_000)
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test.each([
  ['ahead', 365],
  ['behind', -365],
])('a clock that is a year %s hides no answer', async (_, days) => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  vi.setSystemTime(Date.now() + days * 86_400_000)
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test('another account never sees it', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  await reload(2)
  expect(client.getQueryData(['scale'])).toBeUndefined()
  await reload(1)
  expect(client.getQueryData(['scale'])).toBeUndefined()
})

test('changing the account without a reload forgets the first one', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await openQueryCache(2, client)
  expect(client.getQueryData(['scale'])).toBeUndefined()
})

test('a wipe leaves nothing, not even through a save in progress', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  wipeQueryCache(client)
  await saved()
  expect(window.localStorage.length).toBe(0)
  expect(client.getQueryData(['scale'])).toBeUndefined()
})

test('a page that wakes up with another account’s answers does not touch what has been stored since', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  const ofAnother = window.localStorage.getItem(KEPT_ANSWERS)!.replace('"buster":"1.1"', '"buster":"1.2"')
  window.localStorage.setItem(KEPT_ANSWERS, ofAnother)
  wipeQueryCache(client)
  expect(window.localStorage.getItem(KEPT_ANSWERS)).toBe(ofAnother)
  expect(client.getQueryData(['scale'])).toBeUndefined()
  await openQueryCache(2, client)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test('whatever was derived from the answers is told to go with them', async () => {
  const forgotten = vi.fn()
  whenWiped(forgotten)
  await openQueryCache(1, client)
  forgotten.mockClear()
  wipeQueryCache(client)
  expect(forgotten).toHaveBeenCalledOnce()
})

test.each([
  ['no JSON', '{"buster":"1.1","timesta'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['without answers', '{"buster":"1.1","timestamp":9e15}'],
  ['answers of another shape', '{"buster":"1.1","timestamp":9e15,"clientState":{"queries":[{"queryKey":["scale"]}]}}'],
  ['half of it another shape', undefined],
  ['a shape from before', '{"buster":"0.1","timestamp":9e15,"clientState":{"queries":[]}}'],
  ['no time', '{"buster":"1.1","clientState":{"queries":[]}}'],
])('damaged stored data (%s) counts as none', async (_, text) => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  const whole = JSON.parse(window.localStorage.getItem(KEPT_ANSWERS)!)
  whole.clientState.queries.push({ queryKey: ['broken'] })
  window.localStorage.setItem(KEPT_ANSWERS, text ?? JSON.stringify(whole))
  await reload(1)
  expect(client.getQueryCache().getAll()).toEqual([])
  expect(window.localStorage.getItem(KEPT_ANSWERS)).toBeNull()
  await client.fetchQuery(scales)
  await saved()
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test('shapes of regions and administrators’ data stay off the device', async () => {
  await openQueryCache(1, client)
  const geojson = { type: 'Polygon', coordinates: [[[7.1, 46.9]]] }
  const regions = { queryKey: ['region'], queryFn: async () => [{ id: 3, name: 'Seeland', geojson }], ...keptOffline }
  const everybody = { queryKey: ['admin', 'controllers'], queryFn: async () => [{ id: 9 }], ...keptOffline }
  expect(await client.fetchQuery(regions)).toEqual([{ id: 3, name: 'Seeland', geojson }])
  await client.fetchQuery(everybody)
  await saved()
  expect(window.localStorage.getItem(KEPT_ANSWERS)).not.toMatch(/Polygon|admin/)
  await reload(1)
  expect(client.getQueryData(['region'])).toEqual([{ id: 3, name: 'Seeland', geojson: null }])
})

describe('if the storage is full', () => {
  let limited: { mockRestore: () => void }
  /** Simulates a browser with room for this many characters. */
  const limitStorage = (characters: number) => {
    const setItem = Storage.prototype.setItem
    limited = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      const others = Object.entries({ ...this }).filter(([name]) => name !== key)
      const used = others.reduce((sum, [name, text]) => sum + name.length + String(text).length, 0)
      if (used + key.length + value.length > characters) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
  }
  afterEach(() => {
    limited.mockRestore()
    window.localStorage.clear()
  })

  test('the newest answers are kept', async () => {
    limitStorage(1500)
    await openQueryCache(1, client)
    const many = { queryKey: ['many'], queryFn: async () => 'x'.repeat(1000), ...keptOffline }
    await client.fetchQuery(many)
    await vi.advanceTimersByTimeAsync(100)
    await client.fetchQuery(scales)
    await saved()
    await reload(1)
    expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
    expect(client.getQueryData(['many'])).toBeUndefined()
  })

  test('answers give way to what only this device knows', () => {
    limitStorage(100)
    window.localStorage.setItem(KEPT_ANSWERS, 'x'.repeat(60))
    writeStored('user', 'y'.repeat(50))
    expect({ ...window.localStorage }).toEqual({ user: 'y'.repeat(50) })
  })

  test('a value that does not fit removes its previous version', () => {
    limitStorage(100)
    writeStored('user', 'of the last visit')
    writeStored('user', 'y'.repeat(200))
    expect(window.localStorage.length).toBe(0)
  })
})

test('retries up to three times, but not what the server refused', async () => {
  const refused = vi.fn().mockRejectedValue(new ApiError(404, 'gone'))
  const unreachable = vi.fn().mockRejectedValue(new OfflineError(undefined))
  const broken = vi.fn().mockRejectedValue(new ApiError(503, 'later'))
  const asked = [refused, unreachable, broken].map((queryFn, i) =>
    client.fetchQuery({ queryKey: [i], queryFn, retry: client.getDefaultOptions().queries!.retry! }),
  )
  const outcomes = Promise.allSettled(asked)
  await vi.advanceTimersByTimeAsync(60_000)
  await outcomes
  expect([refused, unreachable, broken].map((queryFn) => queryFn.mock.calls.length)).toEqual([1, 4, 4])
})
