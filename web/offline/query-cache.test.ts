import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '../api/api-error.ts'
import { createQueryClient, keptOffline, openQueryCache, wipeQueryCache } from './query-cache.ts'

const scales = { queryKey: ['scale'], queryFn: async () => [{ id: 1 }], ...keptOffline }
const series = { queryKey: ['series'], queryFn: async () => [1, 2, 3] }

let client: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
})
afterEach(() => {
  wipeQueryCache(client)
  vi.useRealTimers()
})

const saved = () => vi.advanceTimersByTimeAsync(2000)
/** A page that is opened anew has nothing but what the device kept. */
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

test('what was restored is shown, and asked for again by the first screen that shows it', async () => {
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

test('what was restored outlives the five minutes of other answers, though no screen shows it', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  await reload(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  await reload(1)
  expect(client.getQueryData(['scale'])).toEqual([{ id: 1 }])
})

test('after 30 days it is too old', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  await saved()
  vi.setSystemTime(Date.now() + 31 * 86_400_000)
  await reload(1)
  expect(client.getQueryData(['scale'])).toBeUndefined()
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

test('a wipe leaves nothing, not even by a save that was under way', async () => {
  await openQueryCache(1, client)
  await client.fetchQuery(scales)
  wipeQueryCache(client)
  await saved()
  expect(window.localStorage.length).toBe(0)
  expect(client.getQueryData(['scale'])).toBeUndefined()
})

test('asks again up to three times, but not what the server refused', async () => {
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
