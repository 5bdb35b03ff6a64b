import type { Page } from '@playwright/test'
import type { PushServiceForTests } from '../services/push-service.ts'

/**
 * Delivers a payload to the real service worker, as the browser does when a push arrives. Resolves when the worker has shown it: if Chromium is asked for its
 * notifications just before, it forgets the one that is not on the screen yet.
 */
export async function deliver(page: Page, data: string): Promise<void> {
  const told = await page.evaluateHandle(() => ({
    isShown: new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data?.type === 'pushed') resolve()
      })
    }),
  }))
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await session.detach()
  await told.evaluate(({ isShown }) => isShown)
}

/** The notifications on the screen. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))
  })

const UNREACHABLE = 'test.push-unreachable'

/** Lets the page subscribe, and once more after that subscription has ended, with keys held by the test: this browser has no push service. */
export async function subscribeTo(page: Page, pushService: PushServiceForTests): Promise<void> {
  const given = { subscriptions: [pushService.subscribe(), pushService.subscribe()], unreachable: UNREACHABLE }
  await page.addInitScript(({ subscriptions, unreachable }) => {
    const stored = 'test.push-subscription'
    const ended = 'test.push-subscriptions-ended'
    const made = (key: string) => {
      const subscription = subscriptions[Number(sessionStorage.getItem(ended))]!
      return {
        ...subscription,
        options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
        toJSON: () => subscription,
        unsubscribe: async () => {
          sessionStorage.removeItem(stored)
          sessionStorage.setItem(ended, '1')
          return true
        },
      }
    }
    PushManager.prototype.subscribe = async (options) => {
      if (sessionStorage.getItem(unreachable)) {
        sessionStorage.setItem(unreachable, 'asked')
        throw new DOMException('the push service did not answer', 'AbortError')
      }
      const key = JSON.stringify([...new Uint8Array(options?.applicationServerKey as ArrayBuffer)])
      sessionStorage.setItem(stored, key)
      return made(key) as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => {
      const key = sessionStorage.getItem(stored)
      return key === null ? null : (made(key) as unknown as PushSubscription)
    }
  }, given)
}

/** From now on the page's push service refuses new subscriptions. Returns a function that waits until one was requested in vain, and then ends this. */
export async function loseReach(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((name) => sessionStorage.setItem(name, 'yes'), UNREACHABLE)
  return async () => {
    await page.waitForFunction((name) => sessionStorage.getItem(name) === 'asked', UNREACHABLE)
    await page.evaluate((name) => sessionStorage.removeItem(name), UNREACHABLE)
  }
}
