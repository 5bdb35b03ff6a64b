import { expect, test, vi } from 'vitest'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'

test('a page whose session ended no longer tells the worker whose device it is', async () => {
  vi.resetModules()
  const worker = startWorkerStandIn(() => undefined)
  const { announceAccount, hearWorker, tellWorker } = await import('../../../offline/service-worker.ts')
  const { followOutbox } = await import('../../../offline/outbox.ts')
  const { forgetHere } = await import('./other-tabs.ts')
  hearWorker()
  followOutbox()
  await announceAccount({ id: 7, locale: 'de', variant: 'hivewatch' })
  const announced = () => worker.heard.filter(({ type }) => type === 'account').length
  worker.tell({ type: 'store-made' })
  await expect.poll(announced).toBe(2)

  forgetHere()
  worker.tell({ type: 'store-made' })
  // messages keep their order: an announcement would come before this one
  await tellWorker({ type: 'flush' })
  expect(worker.heard.at(-1)).toEqual({ type: 'flush' })
  expect(announced()).toBe(2)
  worker.end()
})
