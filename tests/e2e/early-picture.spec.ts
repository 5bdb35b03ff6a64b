import type { BrowserContextOptions, Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { signInForOffline } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const STEP = 600

async function apiary(serverUrl: string): Promise<Beekeeper> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const readings = Array.from({ length: 144 }, (_, i) => ({
    time: new Date((to - i * STEP) * 1000).toISOString(),
    channel: 1,
    weight: 41.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  return beekeeper
}

const hasPicture = (page: Page) => page.evaluate(() => localStorage.getItem('hivewatch.picture') !== null)

/** Leaves a picture of Today on the device. */
async function lookAtToday(page: Page, beekeeper: Beekeeper): Promise<void> {
  await signInForOffline(page, beekeeper)
  await expect.poll(() => hasPicture(page)).toBe(true)
}

/** Reopens the device without the worker, which would have the app, and blocks everything of the app until it is released. */
async function openAgain(page: Page, look: BrowserContextOptions) {
  const browser = page.context().browser()!
  const storageState = await page.context().storageState()
  const { origin } = new URL(page.url())
  const context = await browser.newContext({ ...look, storageState, serviceWorkers: 'block', reducedMotion: 'reduce' })
  const opened = await context.newPage()
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await opened.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await opened.goto(`${origin}/dashboard`, { waitUntil: 'commit' })
  return { opened, release, close: () => context.close() }
}

const looks = [
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a desktop', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
] as const

for (const [name, look] of looks)
  test(`with the worker, ${name} shows the last view of Today until the app has loaded, in the same place`, async ({
    page,
    serverUrl,
  }) => {
    await page.setViewportSize(look.viewport)
    await lookAtToday(page, await apiary(serverUrl))
    const { opened, release, close } = await openAgain(page, look)
    const early = opened.locator('#early-picture')
    const place = opened.getByRole('heading', { name: 'Waldrand' })
    await expect(early.getByText('Scale 1', { exact: true })).toBeVisible()
    await expect(early.getByText(/^Data from \d/)).toBeVisible()
    await expectSound(opened, `early-picture-${look.colorScheme}`)
    const before = await place.boundingBox()
    expect(before).not.toBeNull()
    release()
    await expect(early).toHaveCount(0)
    expect(await place.boundingBox()).toEqual(before)
    await close()
  })

test('with the worker, a button pressed in the early picture takes effect once the app has loaded', async ({
  page,
  serverUrl,
}) => {
  await lookAtToday(page, await apiary(serverUrl))
  const { opened, release, close } = await openAgain(page, { viewport: page.viewportSize() })
  const early = opened.locator('#early-picture')
  await early.getByRole('button', { name: 'Hold alarms 1 h' }).click()
  await expect(early.getByRole('button', { name: 'Hold alarms 1 h' })).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(early).toHaveCount(0)
  await expect(opened.getByRole('button', { name: /^Held until/ })).toBeVisible()
  await close()
})

test('with the worker, signing out deletes the early picture', async ({ page, serverUrl }) => {
  await lookAtToday(page, await apiary(serverUrl))
  await page.goto('/logout')
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  expect(await hasPicture(page)).toBe(false)
})
