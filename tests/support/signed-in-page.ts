import { expect, type Page } from '@playwright/test'
import type { Beekeeper } from './app-fixture.ts'

/** `test.use(withWorker)`: a third of a test's time goes into filling the worker's cache, so that most do without. */
export const withWorker = { serviceWorkers: 'allow' } as const

/** Signs in by the screen. */
export async function signInOn(page: Page, { email, password }: Beekeeper, url = ''): Promise<void> {
  await page.goto(`${url}/?lang=en`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Signs in by the screen, and waits until the service worker looks after the page: for tests that let it (`withWorker`). */
export async function signInForOffline(page: Page, beekeeper: Beekeeper, url = ''): Promise<void> {
  await signInOn(page, beekeeper, url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
