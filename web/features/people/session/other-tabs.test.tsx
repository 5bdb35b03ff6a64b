import { expect, test } from 'vitest'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'
import { followOutbox } from '../../../offline/outbox.ts'
import { announceAccount, hearWorker, tellWorker } from '../../../offline/service-worker.ts'
import { followOtherTabs } from './other-tabs.ts'

test('a tab whose session ended in another one says no more whose device it is', async () => {
  const worker = startWorkerStandIn(() => undefined)
  hearWorker()
  followOutbox()
  followOtherTabs()
  await announceAccount({ id: 7, locale: 'de', variant: 'hivewatch' })
  const said = () => worker.heard.filter(({ type }) => type === 'account').length
  worker.tell({ type: 'store-made' })
  await expect.poll(said).toBe(2)

  const ended = new Promise((resolve) => new BroadcastChannel('hivewatch.session').addEventListener('message', resolve))
  new BroadcastChannel('hivewatch.session').postMessage('ended')
  await ended
  worker.tell({ type: 'store-made' })
  // told in order: what the page had to say of the store would have come before it
  await tellWorker({ type: 'flush' })
  expect(worker.heard.at(-1)).toEqual({ type: 'flush' })
  expect(said()).toBe(2)
  worker.end()
})
