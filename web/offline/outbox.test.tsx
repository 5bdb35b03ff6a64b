import { act, renderHook } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../tests/support/worker-stand-in.ts'

const change: OutboxChange = { id: 'a', method: 'POST', path: '/api/scale/1', body: { name: 'Linde' } }
const rejection: Rejection = { status: 404, code: 'scale_not_found', message: 'Diese Waage gibt es nicht.' }
const waiting: OutboxEntry = { ...change, queuedAt: 1000, rejection: null }

/** A page of its own, which has a worker. */
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
  page.forgetOutbox()
  page.queryClient.clear()
})

const tell = (entries: OutboxEntry[]) => act(async () => worker.tell({ type: 'outbox-changed', entries }))

test('a change that is refused at once is told where it was made, and not a second time', async () => {
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  answer = (type) => (type === 'queue' ? refused.then(() => ({ status: 'rejected', rejection })) : undefined)
  const { result } = renderHook(page.useOutbox)
  const queued = page.queueChange(change)
  await tell([waiting])
  expect(result.current.pending).toHaveLength(1)
  await tell([{ ...waiting, rejection }])
  expect(result.current).toEqual({ pending: [], rejected: [] })
  await act(async () => {
    refuse()
    await expect(queued).rejects.toThrow(rejection.message)
  })
  expect(result.current.rejected).toEqual([])
})

test('a change that is refused later on is told, and no screen goes on showing it', async () => {
  page.queryClient.setQueryData(['scale'], [])
  const { result } = renderHook(page.useOutbox)
  await tell([waiting])
  expect(page.queryClient.getQueryState(['scale'])?.isInvalidated).toBe(false)
  await tell([{ ...waiting, rejection }])
  expect(result.current.rejected).toHaveLength(1)
  expect(page.queryClient.getQueryState(['scale'])?.isInvalidated).toBe(true)
})
