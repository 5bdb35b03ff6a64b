import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORE_NAME } from '#domain/platform/worker-message.ts'
import { startWorkerStandIn } from '../../tests/support/browser/worker-stand-in.ts'
import { payOwedWipe, wipeDevice } from './wipe-device.ts'

const storeIsThere = async () => (await indexedDB.databases()).some(({ name }) => name === STORE_NAME)
let worker: ReturnType<typeof startWorkerStandIn>

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(STORE_NAME, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('outbox')
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const fail = () => Promise.reject(new Error('the push service does not answer'))
  worker = startWorkerStandIn(fail, { unsubscribe: fail })
})
afterEach(() => {
  worker.end()
  vi.unstubAllGlobals()
})

test('waiting changes survive the end of a session if the worker fails at another part of the wipe', async () => {
  await wipeDevice({ keepOutbox: true })
  expect(await storeIsThere()).toBe(true)
})

test('a sign-out removes everything, even if the worker fails', async () => {
  await wipeDevice({ keepOutbox: false })
  await expect.poll(() => storeIsThere()).toBe(false)
})

test('a push service that does not answer keeps nobody from signing in, and does not cause the next session to be wiped', async () => {
  await wipeDevice({ keepOutbox: false })
  await expect(payOwedWipe()).resolves.toBeUndefined()
  expect(worker.heard).toHaveLength(1)
})
