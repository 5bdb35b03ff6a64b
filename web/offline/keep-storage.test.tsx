import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  Reflect.deleteProperty(navigator, 'storage')
})

async function keepWith(storage: Partial<StorageManager> | undefined) {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  const { keepStorage } = await import('./keep-storage.ts')
  keepStorage()
  keepStorage()
  await vi.waitFor(() => undefined)
}

test('the browser is asked once to keep the storage, but not if it already does', async () => {
  const persist = vi.fn(async () => true)
  await keepWith({ persisted: async () => false, persist })
  await expect.poll(() => persist).toHaveBeenCalledOnce()
  vi.resetModules()
  persist.mockClear()
  const persisted = vi.fn(async () => true)
  await keepWith({ persisted, persist })
  expect([persisted.mock.calls.length, persist.mock.calls.length]).toEqual([1, 0])
})

test('a browser that cannot or will not changes nothing', async () => {
  await keepWith(undefined)
  vi.resetModules()
  await keepWith({ persisted: () => Promise.reject(new Error('no')), persist: async () => false })
})
