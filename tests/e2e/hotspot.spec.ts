import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser/app-fixture.ts'
import { withWorker } from '../support/browser/signed-in-page.ts'
import { startWeakNetwork } from '../support/browser/weak-network.ts'

test.use(withWorker)

const workerState = (page: Page) =>
  page.evaluate(async () => {
    const { installing, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
    return { isInstalling: Boolean(installing), isActive: Boolean(active) }
  })

test('the sign-in page of a hotspot is not stored as the app', async ({ page, serverUrl }) => {
  const network = await startWeakNetwork(serverUrl)
  await page.addInitScript(() => {
    const workers = navigator.serviceWorker
    const register = workers.register.bind(workers)
    // the hotspot intervenes between loading the page and filling the worker's cache
    workers.register = (...given) =>
      new Promise((begun) => Object.assign(window, { begin: () => begun(register(...given)) }))
  })
  const begin = async () => {
    await page.waitForFunction(() => 'begin' in window)
    await page.evaluate(() => (window as unknown as { begin: () => void }).begin())
  }
  await page.goto(network.url)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const answered: string[] = []
  network.state.hotspot = (path) => path === '/index.html' && answered.push(path) > 0
  await begin()
  await expect.poll(() => answered).not.toEqual([])
  await expect.poll(() => workerState(page)).toEqual({ isInstalling: false, isActive: false })

  network.state.hotspot = undefined
  await page.reload()
  await begin()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await network.close()
})

test('a part of the app that a hotspot intercepted loads once the hotspot is gone', async ({ page, serverUrl }) => {
  const network = await startWeakNetwork(serverUrl)
  await page.goto(network.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  network.state.hotspot = () => true
  await page.goto(`${network.url}/shop`)
  await expect(page.getByText('A part of the app is missing')).toBeVisible()
  network.state.hotspot = undefined
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Transmitters' })).toBeVisible()
  await network.close()
})
