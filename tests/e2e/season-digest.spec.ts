import { unsubscribePath, unsubscribeTokenOf } from '../../server/insight/season/unsubscribe-token.ts'
import { createSecretBox, keepSecretKey } from '../../server/platform/runtime/secret-box.ts'
import {
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { test } from '../support/browser/outside-fixture.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults, expectSound } from '../support/browser/sound.ts'

const HOUR_MS = 3_600_000

test.use({ timezoneId: 'Australia/Lord_Howe', serviceWorkers: 'block' })

type Digest = { way: string | null; weekday: number; hour: number; timeZone: string; notAsked: boolean }
const digestOf = ({ api }: Beekeeper) => api.get<Digest>('/season/digest')

/** A beekeeper with a hive that has data. */
async function withHive(serverUrl: string): Promise<Beekeeper> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' })
  const now = Date.now()
  const readings = Array.from({ length: 20 * 24 }, (_, hour) => ({
    time: new Date(now - (20 * 24 - 1 - hour) * HOUR_MS).toISOString(),
    channel: 1,
    weight: 40,
  }))
  await sendReadings(serverUrl, controller, readings)
  await expect.poll(async () => (await beekeeper.api.get<unknown[]>('/season')).length).toBe(1)
  return beekeeper
}

const offer = 'Your hives once a week?'

test('the weekly digest is offered once, and not again once declined', async ({ page, serverUrl, browser }) => {
  const beekeeper = await withHive(serverUrl)
  await signInOn(page, beekeeper)
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(page.getByText(offer)).toBeVisible()
    await expectSound(page, `season-digest-offer-${viewport.width}`)
  }
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByText(offer)).toHaveCount(0)
  expect(await digestOf(beekeeper)).toMatchObject({ way: null, notAsked: true })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(offer)).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText(offer)).toHaveCount(0)
  const elsewhere = await (await browser.newContext({ baseURL: serverUrl })).newPage()
  await signInOn(elsewhere, beekeeper)
  await expect(elsewhere.getByText('Linden').first()).toBeVisible()
  await expect(elsewhere.getByText(offer)).toHaveCount(0)
  await elsewhere.context().close()
})

test('on a first visit, the offer waits until the device has stored the app', async ({ page, serverUrl }) => {
  const beekeeper = await withHive(serverUrl)
  // simulates a worker that is still being installed
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () =>
      new Promise((_, fail) => Object.assign(window, { giveUp: () => fail(new TypeError('interrupted')) }))
  })
  const pieces = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
  await signInOn(page, beekeeper)
  await expect(page.getByText('Linden').first()).toBeVisible()
  await page.waitForFunction(() => 'giveUp' in window)
  expect(await pieces()).toContain('/today-')
  expect(await pieces()).not.toContain('/hives-')
  await page.evaluate(() => (window as unknown as { giveUp(): void }).giveUp())
  await expect(page.getByText(offer)).toBeVisible()
})

test('an offer answered on one device disappears from another that was showing it', async ({ page, serverUrl }) => {
  const beekeeper = await withHive(serverUrl)
  await signInOn(page, beekeeper)
  await expect(page.getByText(offer)).toBeVisible()
  await beekeeper.api.post('/season/digest', { notAsked: true })
  await page.waitForTimeout(1500)
  await page.reload()
  await expect(page.getByText('Linden').first()).toBeVisible()
  await expect(page.getByText(offer)).toHaveCount(0)
})

test('the digest is chosen with one tap, in the device’s time zone, and changed and stopped in the settings', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await withHive(serverUrl)
  await page.setViewportSize({ width: 360, height: 740 })
  await signInOn(page, beekeeper)
  await expect(page.getByRole('button', { name: 'As a notification' })).toHaveCount(0)
  await page.getByRole('button', { name: 'By e-mail' }).click()
  await expect(page.getByText('The first comes on Monday at 07:00.')).toBeVisible()
  await expect(page.getByText(offer)).toHaveCount(0)
  const chosen = { way: 'email', weekday: 1, hour: 7, timeZone: 'Australia/Lord_Howe' }
  expect(await digestOf(beekeeper)).toMatchObject(chosen)

  await page.goto('/settings/notifications')
  await expect(page.getByLabel('How it is sent')).toHaveValue('email')
  await expect(page.getByText(`To ${beekeeper.email}, by the clock of Australia/Lord Howe.`)).toBeVisible()
  await expectSound(page, 'season-digest-settings')
  await page.getByLabel('Day').selectOption('Friday')
  await page.getByLabel('Time').selectOption('18:00')
  await expect.poll(() => digestOf(beekeeper)).toMatchObject({ ...chosen, weekday: 5, hour: 18 })
  await page.getByLabel('How it is sent').selectOption('As a notification')
  await expect(page.getByText('None of your devices shows notifications yet.')).toBeVisible()
  await page.getByLabel('How it is sent').selectOption('Not at all')
  await expect(page.getByLabel('Day')).toHaveCount(0)
  await expect.poll(() => digestOf(beekeeper)).toMatchObject({ way: null, weekday: 5, hour: 18 })
})

test('a setting that cannot be changed without a network stays as it was, and says so', async ({ page, serverUrl }) => {
  const beekeeper = await withHive(serverUrl)
  await beekeeper.api.post('/season/digest', { way: 'email' })
  await signIn(page, beekeeper)
  await page.goto('/settings/notifications')
  await expect(page.getByLabel('How it is sent')).toHaveValue('email')
  await page.route('**/api/season/digest', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByLabel('How it is sent').selectOption('Not at all')
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await expect(page.getByLabel('How it is sent')).toHaveValue('email')
  expect((await digestOf(beekeeper)).way).toBe('email')
})

test('the link in a mail stops the digest after a confirmation, signed in or not', async ({
  page,
  serverUrl,
  dataDir,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await beekeeper.api.post('/season/digest', { way: 'email' })
  const { userId } = await beekeeper.api.get<{ userId: number }>('/user/ping')
  const token = unsubscribeTokenOf(createSecretBox(await keepSecretKey(dataDir)), userId)
  await page.goto(unsubscribePath(token))
  await expect(page.getByRole('heading', { name: 'Stop the weekly mail about your bees?' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  expect((await digestOf(beekeeper)).way).toBe('email')
  await page.getByRole('button', { name: 'Stop it' }).click()
  await expect(page.getByRole('heading', { name: 'The weekly mail has been stopped.' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  expect((await digestOf(beekeeper)).way).toBe(null)
  await page.goto(unsubscribePath(`${token.slice(0, -4)}AAAA`))
  await expect(page.getByRole('heading')).toBeVisible()
})
