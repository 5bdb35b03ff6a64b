import type { PageMessage, WorkerNotice, WorkerReply } from '#domain/platform/worker-message.ts'

/**
 * A browser whose service worker answers its pages with what `answer` returns or throws. `heard`: what the pages asked, in order; `tell` sends the page a
 * message; `end` removes the worker. `subscription`: how the device's push subscription is ended.
 */
export function startWorkerStandIn(
  answer: (message: PageMessage) => unknown,
  subscription?: Pick<PushSubscription, 'unsubscribe'>,
) {
  const heard: PageMessage[] = []
  const active = {
    async postMessage(message: PageMessage, [port]: [MessagePort]): Promise<void> {
      heard.push(message)
      const reply: WorkerReply = await Promise.resolve(message)
        .then(answer)
        .then(
          (value) => ({ ok: true, value }),
          (error: unknown) => ({ ok: false, message: String(error) }),
        )
      port.postMessage(reply)
    },
  }
  const registration = Object.assign(new EventTarget(), {
    active,
    waiting: null,
    installing: null,
    pushManager: { getSubscription: async () => subscription ?? null },
  })
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  const { setTimeout } = globalThis
  const timers: ReturnType<typeof setTimeout>[] = []
  const setNoted = (...parts: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...parts)
    timers.push(timer)
    return timer
  }
  globalThis.setTimeout = Object.assign(setNoted, setTimeout)
  return {
    heard,
    tell: (notice: WorkerNotice) => void container.dispatchEvent(new MessageEvent('message', { data: notice })),
    /** What would be tried again later is not: by then, the page of another test file is there, or none. */
    end: () => {
      globalThis.setTimeout = setTimeout
      timers.forEach(clearTimeout)
      Reflect.deleteProperty(navigator, 'serviceWorker')
    },
  }
}
