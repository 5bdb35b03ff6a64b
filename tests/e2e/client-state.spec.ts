import type { Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { signInForOffline } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'

const DAY = 86_400
const STEP = 600

test.use({ viewport: { width: 1280, height: 800 } })

type Apiary = { beekeeper: Beekeeper; controllerId: number; scaleId: number; to: number }

/** A beekeeper with one hive that was given a super and fed. */
async function apiary(serverUrl: string, name = 'Orchard'): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, name)
  const body = { controllerId: controller.id, channelId: 1, name: `${name} hive`, type: 'weight' }
  const { id: scaleId } = await beekeeper.api.post<{ id: number }>('/scale', body)
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const readings = Array.from({ length: DAY / STEP }, (_, i) => ({
    time: new Date((to - (DAY / STEP - 1 - i) * STEP) * 1000).toISOString(),
    channel: 1,
    weight: i < 30 ? 40 : i < 100 ? 41.5 : 47.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  const last = () => beekeeper.api.get<{ lastUpdate: string | null }[]>('/controller')
  await expect.poll(async () => (await last())[0]?.lastUpdate).toEqual(expect.any(String))
  return { beekeeper, controllerId: controller.id, scaleId, to }
}

const view = ({ scaleId, to }: Apiary, more = '') => `/timeline?series=${scaleId}&from=${to - DAY}&to=${to}${more}`
const chart = (page: Page) => page.getByRole('application', { name: /Chart of/ })
const branch = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

/** How many rows the service worker stores for an account. */
const rows = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('hivewatch')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const counts: number[] = []
    for (const name of open.result.objectStoreNames) {
      const counted = open.result.transaction(name).objectStore(name).count()
      await new Promise((resolve) => {
        counted.onsuccess = resolve
      })
      counts.push(counted.result)
    }
    open.result.close()
    return counts.reduce((sum, count) => sum + count, 0)
  })

test('stored data is shown at once, even if the server never answers', async ({ page, network, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, network.url)
  await expect(heading(page, 'Orchard')).toBeVisible()
  await expect.poll(() => kept(page)).toContain('Orchard hive')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const main = document.querySelector('main')?.textContent
      if (main && main !== seen.at(-1)) seen.push(main)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  network.state.hangs = '/api/'
  await page.reload()
  await expect(heading(page, 'Orchard')).toBeVisible()
  await expect(page.getByText('The network is weak', { exact: false })).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  const dashboards = seen.filter((text) => text.includes('Classic'))
  expect(dashboards.length).toBeGreaterThan(0)
  for (const text of dashboards) expect(text).toContain('Orchard')
  expect(seen.join()).not.toContain('Checking login')
  network.release()
})

test('a new account signed in in one tab takes over the other tabs, with nothing left of the first account', async ({
  page,
  context,
  serverUrl,
}) => {
  const first = await apiary(serverUrl, 'Secret place')
  const second = await apiary(serverUrl, 'Seaside')
  await signInForOffline(page, first.beekeeper, view(first))
  await expect(chart(page)).toBeVisible()
  await expect.poll(() => rows(page)).toBeGreaterThan(1)
  const other = await context.newPage()
  await other.goto('/settings/controllers')
  await expect(other.getByText('Secret place').first()).toBeVisible()

  // without a sign-out in between, like a sign-in in the other tab: while nobody is signed in, a tab might ask who is
  const { email } = second.beekeeper
  const login = await context.request.post('/api/user/login', {
    data: { email, password: await passwordHash(page, second.beekeeper.password) },
  })
  expect(login.ok()).toBe(true)
  await other.reload()
  await expect(other.getByText('Seaside').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(heading(page, 'Seaside')).toBeVisible()
  await expect(page.getByText('Secret place')).toHaveCount(0)
  expect(await kept(page)).not.toContain('Secret place')

  await menu(page, 'Comparison').click()
  await expect(branch(page, 'Seaside')).toBeVisible()
  await expect(branch(page, 'Secret place')).toHaveCount(0)
  await expect(page).not.toHaveURL(/compare=true/)
})

/** Hashed as the app sends it. */
const passwordHash = (page: Page, typed: string) =>
  page.evaluate(async (text) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }, typed)

test('a tab that was asleep during a sign-out forgets everything as soon as it is shown', async ({
  page,
  context,
  serverUrl,
}) => {
  const { beekeeper } = await apiary(serverUrl, 'Secret place')
  await signInForOffline(page, beekeeper, '/settings/controllers')
  await expect(page.getByText('Secret place').first()).toBeVisible()
  // removed by this page itself, so that no event reports it
  await page.evaluate(() => localStorage.removeItem('hivewatch.user'))
  await context.clearCookies()
  await expect(page.getByText('Secret place').first()).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Secret place')).toHaveCount(0)
})

test('an interrupted sign-out is completed at the next start', async ({ page, context, serverUrl }) => {
  const place = await apiary(serverUrl)
  await signInForOffline(page, place.beekeeper, view(place))
  await expect(chart(page)).toBeVisible()
  await expect.poll(() => rows(page)).toBeGreaterThan(1)
  // the state after the page has forgotten everything but before the worker has
  await page.addInitScript(() => {
    if (localStorage.getItem('hivewatch.user') === null) return
    for (const key of ['user', 'queries']) localStorage.removeItem(`hivewatch.${key}`)
    localStorage.setItem('hivewatch.wipe-owed', 'all')
  })
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => rows(page)).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hivewatch.wipe-owed'))).toBeNull()
})

test('damaged storage does not lock anybody out', async ({ page, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper)
  await expect(heading(page, 'Orchard')).toBeVisible()
  await page.addInitScript(() => {
    if (sessionStorage.getItem('damaged')) return
    sessionStorage.setItem('damaged', 'yes')
    localStorage.setItem('hivewatch.queries', '{"buster":"1.1","clientState":')
    localStorage.setItem('hivewatch.user', '{"id":')
    localStorage.setItem('hivewatch.locale', 'xx')
  })
  await page.reload()
  await expect(heading(page, 'Orchard')).toBeVisible()
  await expect.poll(() => kept(page)).toContain('Orchard hive')
})

test('the chart is restored as it was left; signing out resets it but keeps the language', async ({
  page,
  serverUrl,
}) => {
  const place = await apiary(serverUrl)
  await signInForOffline(page, place.beekeeper, view(place))
  await expect(branch(page, 'Orchard'), 'a link opens the transmitter of its curve').toHaveAttribute(
    'aria-expanded',
    'true',
  )
  const compare = page.getByRole('switch', { name: 'Compare' })
  await compare.check()
  await page.getByRole('switch', { name: 'Automatic flags' }).click()
  await branch(page, 'Orchard').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(branch(page, 'Orchard')).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => kept(page)).toContain('expandedControllers\\":[]')
  await menu(page, 'Dashboard').click()
  await expect(page).toHaveURL(/\/dashboard/)
  await menu(page, 'Comparison').click()
  await expect(compare).toBeChecked()
  await expect(page).toHaveURL(/compare=true/)
  expect(await axeFaults(page)).toEqual([])

  await menu(page, 'Sign out').click()
  await page.getByLabel('E-mail address').fill(place.beekeeper.email)
  await page.getByLabel('Password', { exact: true }).fill(place.beekeeper.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await menu(page, 'Comparison').click()
  await expect(chart(page)).toBeVisible()
  await expect(compare).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Automatic flags' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Interventions' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('flags of a time range viewed before are available offline', async ({ page, context, serverUrl }) => {
  const place = await apiary(serverUrl)
  await signInForOffline(page, place.beekeeper, view(place, '&alarms=true'))
  const jump = page.getByRole('button', { name: /^Jump of \+1\.5\skg/ })
  const alarm = page.getByRole('button', { name: /^Robbing or strong flow/ })
  await expect(jump).toBeVisible()
  await expect(alarm).toBeVisible()
  await expect.poll(() => kept(page)).toContain('kept-flags')
  await context.setOffline(true)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  await expect(jump).toBeVisible()
  await expect(alarm).toBeVisible()
  await page.goto(`/timeline?series=${place.scaleId}&from=${place.to - 2 * DAY}&to=${place.to}&alarms=true`)
  await expect(jump).toBeVisible()
  await expect(alarm).toBeVisible()
})
