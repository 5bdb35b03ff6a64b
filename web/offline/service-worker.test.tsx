import { afterEach, expect, test, vi } from 'vitest'
import { startWorkerStandIn } from '../../tests/support/browser/worker-stand-in.ts'

afterEach(() => vi.unstubAllEnvs())

test('a first worker learns whose device it is, even if a file of the app cannot be fetched', async () => {
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

test('a port is closed with its answer; otherwise an app that stays open for weeks would keep one for each message', async () => {
  vi.resetModules()
  const { tellWorker } = await import('./service-worker.ts')
  const worker = startWorkerStandIn(() => undefined)
  const close = vi.spyOn(MessagePort.prototype, 'close')
  await tellWorker({ type: 'flush' })
  expect(close).toHaveBeenCalledOnce()
  close.mockRestore()
  worker.end()
})

test('a first worker learns during its installation what the page has loaded', async () => {
  vi.resetModules()
  vi.stubEnv('DEV', false)
  vi.stubEnv('PROD', true)
  const { startServiceWorker } = await import('./service-worker.ts')
  const worker = startWorkerStandIn(() => undefined)
  const registration = (await navigator.serviceWorker.getRegistration())!
  const installing = Object.assign(new EventTarget(), { postMessage: registration.active!.postMessage })
  Object.assign(registration, { active: null, installing })
  await startServiceWorker()
  expect(worker.heard.map(({ type }) => type)).toEqual(['assets'])
  worker.end()
})

test('the app counts as stored once a first worker has taken over, and nobody waits for one that does not come', async () => {
  vi.resetModules()
  const worker = startWorkerStandIn(() => undefined)
  Object.assign((await navigator.serviceWorker.getRegistration())!, { active: null })
  const first = await import('./service-worker.ts')
  let isKept = false
  void first.appIsKept.then(() => {
    isKept = true
  })
  await first.startServiceWorker()
  expect(isKept).toBe(false)
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
  await first.appIsKept

  vi.resetModules()
  const refused = await import('./service-worker.ts')
  navigator.serviceWorker.register = () => Promise.reject(new TypeError('blocked'))
  await expect(refused.startServiceWorker()).rejects.toThrow('blocked')
  await refused.appIsKept

  vi.resetModules()
  const blocked = await import('./service-worker.ts')
  Object.assign(navigator.serviceWorker, { register: async () => undefined })
  await blocked.startServiceWorker()
  await blocked.appIsKept
  worker.end()

  vi.resetModules()
  const none = await import('./service-worker.ts')
  await none.startServiceWorker()
  await none.appIsKept
})

/** Simulates a page whose worker is about to be replaced. `typed`: what one of its forms contains. `workers`: the workers it starts with. */
async function replaceWorker(typed: string, workers: object = {}) {
  vi.resetModules()
  const worker = startWorkerStandIn(() => undefined)
  Object.assign((await navigator.serviceWorker.getRegistration())!, workers)
  Object.defineProperty(navigator.serviceWorker, 'controller', { value: {} })
  const reload = vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload: vi.fn() })
  const { showForm } = await import('../ui/form/shown-forms.ts')
  const { applyUpdate, startServiceWorker, workerState } = await import('./service-worker.ts')
  document.body.innerHTML = '<form><input name="notes"></form>'
  const { leave } = showForm(document.querySelector('form')!)
  document.querySelector('input')!.value = typed
  document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }))
  await startServiceWorker()
  return {
    workerState,
    applyUpdate,
    install: async (workers: { active: object | null; waiting: object | null }) => {
      const registration = (await navigator.serviceWorker.getRegistration())!
      const installing = Object.assign(new EventTarget(), { state: 'installing' })
      Object.assign(registration, { installing })
      registration.dispatchEvent(new Event('updatefound'))
      Object.assign(registration, workers, { installing: null })
      installing.state = 'installed'
      vi.useFakeTimers()
      installing.dispatchEvent(new Event('statechange'))
      vi.runAllTimers()
      vi.useRealTimers()
    },
    takeOver: () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')),
    reloads: () => vi.mocked(window.location.reload).mock.calls.length,
    end: () => {
      leave()
      worker.end()
      reload.mockRestore()
      document.body.innerHTML = ''
    },
  }
}

test('an update requested by another tab reloads this one, unless something is typed in it', async () => {
  const idle = await replaceWorker('')
  idle.takeOver()
  expect([idle.reloads(), idle.workerState.updateReady]).toEqual([1, false])
  idle.end()
  const writing = await replaceWorker('fed 5 kg')
  writing.takeOver()
  expect([writing.reloads(), writing.workerState.updateReady]).toEqual([0, true])
  writing.end()
})

test('whoever requested the update gets it, even with something typed', async () => {
  const page = await replaceWorker('fed 5 kg')
  await page.applyUpdate()
  const before = page.reloads()
  page.takeOver()
  expect(page.reloads()).toBe(before + 1)
  page.end()
})

test.each([
  ['the first worker of all, which waits for a moment', { active: null, waiting: {} }, false],
  ['the first worker, which has begun since', { active: {}, waiting: null }, false],
  ['a worker that waits for another', { active: {}, waiting: {} }, true],
])('%s: whether a new version is offered', async (_, workers, offered) => {
  const page = await replaceWorker('')
  await page.install(workers)
  expect(page.workerState.updateReady).toBe(offered)
  page.end()
})

test('a new version that arrived before this page is offered, too', async () => {
  const page = await replaceWorker('', { waiting: {} })
  expect(page.workerState.updateReady).toBe(true)
  page.end()
})
