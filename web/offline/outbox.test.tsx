import { QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../tests/support/browser/worker-stand-in.ts'

const change: OutboxChange = { id: 'a', method: 'POST', path: '/api/scale/1', body: { name: 'Linde' } }
const rejection: Rejection = { status: 404, code: 'scale_not_found', message: 'Diese Waage gibt es nicht.' }
const waiting: OutboxEntry = {
  ...change,
  queuedAt: 1000,
  rejection: null,
  trouble: null,
  retryAt: null,
  sending: false,
}

/** Simulates a separate page that has a worker. */
async function openPage() {
  vi.resetModules()
  const { hearWorker } = await import('./service-worker.ts')
  const page = { ...(await import('./outbox.ts')), ...(await import('./query-cache.ts')) }
  page.followOutbox()
  hearWorker()
  return page
}

let answer: (type: string) => unknown = () => undefined
let worker: ReturnType<typeof startWorkerStandIn>
let page: Awaited<ReturnType<typeof openPage>>

beforeAll(async () => {
  worker = startWorkerStandIn(({ type }) => answer(type))
  page = await openPage()
})
afterAll(() => worker.end())
beforeEach(() => {
  answer = () => undefined
  page.forgetOutbox()
  page.queryClient.clear()
})

const tell = (entries: OutboxEntry[]) => act(async () => worker.tell({ type: 'outbox-changed', entries }))

test('a change that is refused at once is reported where it was made, and only there', async () => {
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  answer = (type) => (type === 'queue' ? refused.then(() => ({ status: 'rejected', rejection })) : undefined)
  const { result } = renderHook(() => ({ ...page.useOutbox(), unsent: page.useUnsent() }))
  const queued = page.queueChange(change)
  await tell([waiting])
  expect(result.current).toMatchObject({ waiting: [], unsent: [change] })
  await tell([{ ...waiting, rejection }])
  expect(result.current).toEqual({ waiting: [], refused: [], unsent: [] })
  await act(async () => {
    refuse()
    await expect(queued).rejects.toThrow(rejection.message)
  })
  expect(result.current.refused).toEqual([])
})

test('a change that is refused later is reported, and no screen shows it any more', async () => {
  page.queryClient.setQueryData(['scale'], [])
  const { result } = renderHook(page.useOutbox)
  await tell([waiting])
  expect(page.queryClient.getQueryState(['scale'])?.isInvalidated).toBe(false)
  await tell([{ ...waiting, rejection }])
  expect(result.current.refused).toHaveLength(1)
  expect(page.queryClient.getQueryState(['scale'])?.isInvalidated).toBe(true)
})

test('a stored change is shown as waiting once nobody is waiting for its outcome any more', async () => {
  let keep = () => {}
  const kept = new Promise<void>((resolve) => {
    keep = resolve
  })
  answer = (type) => (type === 'queue' ? kept.then(() => ({ status: 'pending' })) : undefined)
  const { result } = renderHook(page.useOutbox)
  const queued = page.queueChange(change)
  await tell([waiting])
  expect(result.current.waiting).toEqual([])
  await act(async () => {
    keep()
    expect(await queued).toEqual({ status: 'pending' })
  })
  expect(result.current.waiting).toEqual([waiting])
})

test('for a stored change, it is known at once that the server failed on it', async () => {
  const trouble = { status: 500, code: 'internal', message: 'Out of order.' }
  let failed = change.id
  answer = (type) => {
    if (type === 'queue') return { status: 'pending' }
    // values sent earlier are proxies in this test, which cannot be cloned for a message
    return type === 'outbox' ? [{ ...waiting, id: failed, body: undefined, trouble }] : undefined
  }
  expect(await page.queueChange(change)).toEqual({ status: 'pending', fails: true })
  failed = 'b'
  expect(await page.queueChange(change)).toEqual({ status: 'pending' })
})

test('a change that a device cannot store, because its storage is full or broken, is sent directly', async () => {
  const asked: Request[] = []
  const fetchNow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(new Request(new URL(String(input), window.location.origin), init))
    return Object.defineProperty(Response.json({ message: 'Gespeichert.' }), 'url', { value: asked[0]!.url })
  })
  answer = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  expect(await page.queueChange(change)).toEqual({ status: 'sent', reply: { message: 'Gespeichert.' } })
  expect(new URL(asked[0]!.url).pathname).toBe(change.path)
  expect(await asked[0]!.json()).toEqual(change.body)
  fetchNow.mockRestore()
})

test('a sent change is shown until the lists are refetched, but not as waiting; a change that was given up is not shown', async () => {
  let bring = () => {}
  const come = new Promise<void>((resolve) => {
    bring = resolve
  })
  const list = new QueryObserver(page.queryClient, { queryKey: ['scale'], queryFn: () => come.then(() => []) })
  list.setOptions({ ...list.options, initialData: [], staleTime: Number.POSITIVE_INFINITY } as never)
  const stop = list.subscribe(() => {})
  const { result } = renderHook(page.useUnsent)
  const other = { ...waiting, id: 'b' }
  await tell([waiting, other])
  await act(() => page.giveUpChange('b'))
  await tell([])
  expect(result.current).toMatchObject([{ id: 'a', isSent: true }])
  await act(async () => bring())
  await expect.poll(() => result.current).toEqual([])
  stop()
})

test('when many changes are sent in a row, the lists are refetched one at a time, and once more at the end', async () => {
  let times = 0
  let bring = () => {}
  const queryFn = () => {
    times++
    return new Promise<never[]>((resolve) => {
      bring = () => resolve([])
    })
  }
  const list = new QueryObserver(page.queryClient, {
    queryKey: ['scale'],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  })
  page.queryClient.setQueryData(['scale'], [])
  const stop = list.subscribe(() => {})
  const { result } = renderHook(page.useUnsent)
  const day = Array.from({ length: 50 }, (_, i) => ({ ...waiting, id: `note ${i}` }))
  for (let gone = 0; gone <= day.length; gone++) await tell(day.slice(gone))
  expect([times, result.current.length]).toEqual([1, day.length])
  await act(async () => bring())
  expect([times, result.current.length]).toEqual([2, day.length - 1])
  await act(async () => bring())
  expect([times, result.current]).toEqual([2, []])
  stop()
})

test('waiting changes whose store the browser removed are put back, and not shown as waiting until then', async () => {
  answer = (type) => (type === 'queue' ? { status: 'pending' } : undefined)
  const { result } = renderHook(page.useOutbox)
  await tell([waiting, { ...waiting, id: 'b' }])
  worker.heard.length = 0
  await act(async () => worker.tell({ type: 'store-made' }))
  expect(result.current.waiting).toEqual([])
  await expect
    .poll(() => worker.heard.filter(({ type }) => type === 'queue'))
    .toMatchObject([
      { change, noted: { queuedAt: waiting.queuedAt } },
      { change: { ...change, id: 'b' }, noted: { queuedAt: waiting.queuedAt } },
    ])
})
