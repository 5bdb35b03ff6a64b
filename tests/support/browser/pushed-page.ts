import type { Page } from '@playwright/test'
import type { PushServiceForTests } from '../services/push-service.ts'

/** Hands a payload to the real service worker, as the browser does when a push comes in. */
export async function deliver(page: Page, data: string): Promise<void> {
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
}

/** The notifications on the screen. */
export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))
  })

/** Lets the page subscribe with keys that the test holds: the browser has no push service here. */
export async function subscribeTo(page: Page, pushService: PushServiceForTests): Promise<void> {
  await page.addInitScript((subscription) => {
    const stored = 'test.push-subscription'
    const made = (key: string) => ({
      ...subscription,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
      toJSON: () => subscription,
      unsubscribe: async () => {
        sessionStorage.removeItem(stored)
        return true
      },
    })
    PushManager.prototype.subscribe = async (options) => {
      const key = JSON.stringify([...new Uint8Array(options?.applicationServerKey as ArrayBuffer)])
      sessionStorage.setItem(stored, key)
      return made(key) as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => {
      const key = sessionStorage.getItem(stored)
      return key === null ? null : (made(key) as unknown as PushSubscription)
    }
  }, pushService.subscribe())
}
