import type { Page } from '@playwright/test'
import { test as base } from './app-fixture.ts'
import type { WeakNetwork } from './weak-network.ts'

/**
 * Browser tests with the worker, on a device that has the app already: to fill the worker's cache takes longer than most of
 * them. Each begins with nothing else kept there: nobody's session, texts of no language, no row, no notification.
 */
export const test = base.extend<{ network: WeakNetwork }>({
  context: async ({ device }, use) => {
    await use(device)
    // what is open goes on working beside the tests after it
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

/** What the app keeps beside itself. */
async function forgetAll(page: Page, url = ''): Promise<void> {
  await page.context().clearCookies()
  // of the same place, and not the app
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
