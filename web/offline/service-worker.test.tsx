import { afterEach, expect, test, vi } from 'vitest'
import { startWorkerStandIn } from '../../tests/support/worker-stand-in.ts'

afterEach(() => vi.unstubAllEnvs())

test('a first worker learns whose device it is, also when a file of the app cannot be fetched', async () => {
  vi.resetModules()
  vi.stubEnv('DEV', false)
  vi.stubEnv('PROD', true)
  const { announceAccount, startServiceWorker } = await import('./service-worker.ts')
  await announceAccount({ id: 7, locale: 'de', variant: 'hivewatch' })
  const worker = startWorkerStandIn(({ type }) => {
    if (type === 'assets') throw new TypeError('Failed to fetch')
  })
  await expect(startServiceWorker()).rejects.toThrow('Failed to fetch')
  expect(worker.heard.map(({ type }) => type)).toEqual(['account', 'assets', 'flush'])
  worker.end()
})
