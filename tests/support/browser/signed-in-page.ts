import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Beekeeper } from './app-fixture.ts'

/** For `test.use(withWorker)`. Most tests do without the worker, since filling its cache takes longer than they do, or share a device: device-fixture.ts. */
export const withWorker = { serviceWorkers: 'allow' } as const

/** Gives the page a session without showing anything yet. The shop asks who is signed in only if the app was signed in before: see `signInOn`. */
export async function signIn(page: Page, { email, password }: Beekeeper, url = ''): Promise<void> {
  const credentials = { email, password: createHash('sha256').update(password).digest('hex') }
  const answer = await page.context().request.post(`${url}/api/user/login`, { data: credentials })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signs in, and opens the dashboard in English, or the given address, until the app knows who it is. The sign-in screen has its own tests: session.spec.ts. */
export async function signInOn(page: Page, beekeeper: Beekeeper, address = ''): Promise<void> {
  const [server] = /^(?:https?:\/\/[^/]+)?/.exec(address)!
  await signIn(page, beekeeper, server)
  await page.goto(address === server ? `${server}/dashboard?lang=en` : address)
  await page.waitForFunction(() => localStorage.getItem('hivewatch.user') !== null)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Signs in, and waits until the service worker controls the page; for tests that enable it (`withWorker`). */
export async function signInForOffline(page: Page, beekeeper: Beekeeper, address = ''): Promise<void> {
  await signInOn(page, beekeeper, address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Reloads the page while there is no network. A page that Chromium 150 loads then believes it is online although nothing gets through, so it is told again. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload()
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}
