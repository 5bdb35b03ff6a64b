import type { Page } from '@playwright/test'

/** What this device stores besides the tiles. */
export const keptTexts = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('hivewatch-answers')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const all = opening.result.transaction('text').objectStore('text').getAll()
    await new Promise((resolve) => {
      all.onsuccess = resolve
    })
    opening.result.close()
    return JSON.stringify(all.result)
  })
