import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxChange, OutboxEntry } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../tests/support/browser/worker-stand-in.ts'

const change = (id: string): OutboxChange => ({ id, method: 'POST', path: '/api/intervention', body: { id } })
const entry = (id: string): OutboxEntry => ({
  ...change(id),
  queuedAt: 1,
  rejection: null,
  trouble: null,
  retryAt: null,
  sending: true,
})

/** Simulates a separate page that has a worker. */
async function openPage() {
  vi.resetModules()
  const { hearWorker } = await import('./service-worker.ts')
  const page = {
    ...(await import('./outbox.ts')),
    ...(await import('./queue-changes.ts')),
    ...(await import('../ui/form/shown-forms.ts')),
  }
  page.followOutbox()
  hearWorker()
  return page
}

let answer = async (_: string): Promise<unknown> => undefined
let worker: ReturnType<typeof startWorkerStandIn>
let page: Awaited<ReturnType<typeof openPage>>
let queued: object[]

beforeAll(async () => {
  worker = startWorkerStandIn(({ type }) => answer(type))
  page = await openPage()
})
afterAll(() => worker.end())
beforeEach(() => {
  queued = []
  page.forgetOutbox()
  page.drafting.queued = (variables) => queued.push(variables)
})

const tell = async (...ids: string[]) => {
  worker.tell({ type: 'outbox-changed', entries: ids.map(entry) })
  // told of the change of the outbox together
  await Promise.resolve()
}

test('a form learns that the outbox has all of what it was saved with, before the network answers', async () => {
  let end = () => {}
  const outcome = new Promise<void>((resolve) => {
    end = resolve
  })
  answer = (type) => outcome.then(() => (type === 'queue' ? { status: 'pending' } : undefined))
  const variables = {}
  const done = page.queueChanges(variables, [change('a'), change('b')])
  await tell('other')
  await tell('other', 'a')
  expect(queued).toEqual([])
  await tell('other', 'a', 'b')
  expect(queued[0]).toBe(variables)
  end()
  expect(await done).toEqual([{ status: 'pending' }, { status: 'pending' }])
  const before = queued.length
  await tell('a', 'b')
  expect(queued).toHaveLength(before)
})
