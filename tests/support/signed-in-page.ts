import { expect, type Page } from '@playwright/test'
import type { Beekeeper } from './app-fixture.ts'

/** Signs in by the screen, and waits until the service worker looks after the page. */
export async function signInOn(page: Page, { email, password }: Beekeeper, url = ''): Promise<void> {
  await page.goto(`${url}/?lang=en`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
