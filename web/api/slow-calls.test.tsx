import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CanceledError, OfflineError } from './api-error.ts'
import { fetchApi } from './client.ts'
import { cancelSlowCalls, slowCalls } from './slow-calls.ts'

/** A network that stalls until it is released; a canceled request is aborted the way browsers do it, or the way older ones did. */
function standStill(breakOff = (signal: AbortSignal): unknown => signal.reason) {
  let goOn = () => {}
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      goOn = () => resolve(Response.json({ message: 'Saved.' }))
      if (signal?.aborted) reject(breakOff(signal))
      signal?.addEventListener('abort', () => reject(breakOff(signal)))
    })
  })
  return { goOn: () => goOn() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a change counts as slow after two seconds, until it is answered', async () => {
  const network = standStill()
  const sent = fetchApi('/user/profile', { method: 'POST', body: '{}' })
  await vi.advanceTimersByTimeAsync(1900)
  expect(slowCalls.count).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(slowCalls.count).toBe(1)
  network.goOn()
  expect((await sent).ok).toBe(true)
  expect(slowCalls.count).toBe(0)
})

test.each([
  ['now', undefined],
  ['formerly', () => new DOMException('Aborted.', 'AbortError')],
])('a canceled call says so, however browsers abort it (%s)', async (_, breakOff) => {
  standStill(breakOff)
  const sent = fetchApi('/user/profile', { method: 'POST', body: '{}' })
  const failed = expect(sent).rejects.toBeInstanceOf(CanceledError)
  await vi.advanceTimersByTimeAsync(2100)
  cancelSlowCalls()
  await failed
  expect(slowCalls.count).toBe(0)
})

test.each([
  ['what is read', { method: 'GET' }],
  ['a file on its way', { method: 'POST', body: new Blob(['a']) }],
])('%s does not count as slow', async (_, init) => {
  const network = standStill()
  const sent = fetchApi('/user/profile', init)
  await vi.advanceTimersByTimeAsync(5000)
  expect(slowCalls.count).toBe(0)
  network.goOn()
  await sent
})

test('a timeout set by the caller still applies, and counts as a network failure', async () => {
  standStill()
  const limit = new AbortController()
  const sent = fetchApi('/user/profile', { method: 'POST', signal: limit.signal })
  const failed = expect(sent).rejects.toBeInstanceOf(OfflineError)
  limit.abort(new DOMException('Too late.', 'TimeoutError'))
  await failed
})
