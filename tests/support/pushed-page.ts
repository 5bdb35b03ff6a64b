import type { Page } from '@playwright/test'

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
