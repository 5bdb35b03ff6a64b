import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Beekeeper } from './app-fixture.ts'

/** `test.use(withWorker)`: filling the worker's cache takes longer than most tests, which do without, or share a device: device-fixture.ts. */
export const withWorker = { serviceWorkers: 'allow' } as const

/** Gives the page a session and shows nothing yet. The shop asks who somebody is only where the app was signed in before: `signInOn`. */
export async function signIn(page: Page, { email, password }: Beekeeper, url = ''): Promise<void> {
  const credentials = { email, password: createHash('sha256').update(password).digest('hex') }
  const answer = await page.context().request.post(`${url}/api/user/login`, { data: credentials })
  expect(answer.status(), await answer.text()).toBe(200)
}

/**
 * Signs in, and looks at the dashboard in English, or at the screen of an address, until the app knows who it is. The screen for signing
 * in has tests of its own: session.spec.ts.
 */
export async function signInOn(page: Page, beekeeper: Beekeeper, address = ''): Promise<void> {
  const [server] = /^(?:https?:\/\/[^/]+)?/.exec(address)!
  await signIn(page, beekeeper, server)
  await page.goto(address === server ? `${server}/dashboard?lang=en` : address)
  await page.waitForFunction(() => localStorage.getItem('hivewatch.user') !== null)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Signs in, and waits until the service worker looks after the page: for tests that let it (`withWorker`). */
export async function signInForOffline(page: Page, beekeeper: Beekeeper, address = ''): Promise<void> {
  await signInOn(page, beekeeper, address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/**
 * Loads the page anew while there is no network. What Chromium 150 loads then believes to be online, though nothing gets
 * through: it is told again.
 */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload()
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}
