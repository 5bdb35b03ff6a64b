import type { Page } from '@playwright/test'
import { test as base } from './app-fixture.ts'
import type { WeakNetwork } from './weak-network.ts'

/**
 * Browser tests with the service worker, on a device that has stored the app already, since filling the worker's cache takes longer than most of them. Each
 * test starts with nothing else stored: no session, no texts of any language, no rows, no notifications.
 */
export const test = base.extend<{ network: WeakNetwork }>({
  context: async ({ device }, use) => {
    await use(device)
    // open pages would keep running alongside the following tests
    for (const opened of device.pages()) await opened.close()
    await device.setOffline(false)
    await device.clearPermissions()
  },
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    await forgetAll(page)
    await use(page)
  },
  network: async ({ weakNetwork, page }, use) => {
    await forgetAll(page, weakNetwork.url)
    await use(weakNetwork)
    weakNetwork.release()
    weakNetwork.state.refuses = undefined
  },
})

/** Deletes what the app has stored apart from itself. */
async function forgetAll(page: Page, url = ''): Promise<void> {
  await page.context().clearCookies()
  // a page of the same origin that is not the app
  await page.goto(`${url}/icons/hivewatch.svg`)
  await page.evaluate(async () => {
    localStorage.clear()
    await caches.delete('hivewatch-assets-on-use')
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications()) notification.close()
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const removal = indexedDB.deleteDatabase(name!)
        removal.onsuccess = () => resolve()
        removal.onerror = () => reject(removal.error)
      })
    }
  })
}

export { expect } from '@playwright/test'
