import type { Page } from '@playwright/test'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { deliver, subscribeTo } from '../support/browser/pushed-page.ts'
import { reloadOffline, signIn, signInForOffline } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { expectTaps } from '../support/browser/taps.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'

let pushService: PushServiceForTests
test.beforeEach(async ({ context }) => {
  pushService = await startPushService()
  await context.grantPermissions(['notifications'])
})
test.afterEach(() => pushService.close())

const noAlarm = 'No alarm reaches you yet'

test('Today says that no alarm arrives until a device has shown one, even offline', async ({
  page,
  context,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42 }])
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper)
  const line = page.getByRole('link', { name: noAlarm })
  await expect(line).toBeVisible()
  await context.setOffline(true)
  await reloadOffline(page)
  await expect(line).toBeVisible()
  await context.setOffline(false)

  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).first().click()
  const [push] = await pushService.waitFor(1)
  const thisDevice = page.getByRole('region', { name: 'This device' })
  await expect(thisDevice).toContainText('Did it reach you?')
  await deliver(page, push!.text)
  await expect(thisDevice).toContainText('Known to arrive')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(line).toHaveCount(0)

  await context.setOffline(true)
  await reloadOffline(page)
  await expect(page.getByRole('heading', { name: 'Your hive is quiet.' })).toBeVisible()
  await expect(line).toHaveCount(0)
})

/** A step of the list, by its name. */
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) })

test('setup moves to the next step when one is done, and continues there on the next visit', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper)
  await page.getByRole('link', { name: 'Step by step' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Setting up' })).toBeVisible()
  await expect(step(page, 'Register the transmitter').getByRole('link', { name: 'Scan the label' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on alarms' })).toBeHidden()
  const fitInLargeText = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const numbers = [...document.querySelectorAll('ol span[aria-hidden]')].filter((one) => one.textContent !== '')
    const fit = numbers.map((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth)
    document.documentElement.style.fontSize = ''
    return fit
  })
  expect(new Set(fitInLargeText), 'the numbers fit their circles').toEqual(new Set([true]))

  // done on another device while this one is visible
  const controller = await claimController(beekeeper)
  await expect(step(page, 'Register the transmitter (done)')).toBeVisible()
  const reading = step(page, 'See the first reading')
  await expect(reading.getByText(/^Waiting since/)).toBeVisible()
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42.3 }])
  await expect(reading.getByText(/^It works: last heard/)).toBeVisible()
  await expect(reading).toContainText('42.3kg')

  const names = step(page, 'Name the hives')
  await names.getByLabel('Scale 1 · 42.3 kg').fill('Linde')
  await names.getByRole('button', { name: 'Save' }).click()
  await expect(names).toContainText('All hives have a name.')
  await expect(page.getByRole('button', { name: 'Turn on alarms' })).toBeVisible()
  expect((await beekeeper.api.get<{ name: string }[]>('/scale')).map(({ name }) => name)).toEqual(['Linde'])

  await page.goto('/dashboard')
  await page.goto('/setup')
  for (const done of ['Register the transmitter', 'See the first reading', 'Name the hives'])
    await expect(step(page, `${done} (done)`)).toBeVisible()
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  const [push] = await pushService.waitFor(1)
  await deliver(page, push!.text)
  await expect(page.getByText('All set: your hives send, and an alarm reaches you.')).toBeVisible()
  await expectSound(page)
})

test('two taps from Today make sure that an alarm reaches this device', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper)
  await expectTaps(page, 2, async (tap) => {
    await tap(page.getByRole('link', { name: noAlarm }))
    await tap(page.getByRole('button', { name: 'Turn on alarms' }))
    const [push] = await pushService.waitFor(1)
    await deliver(page, push!.text)
    await expect(step(page, 'Hear a test alarm (done)')).toContainText('It reached you:')
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: noAlarm })).toHaveCount(0)
})

test('if a device does not report an alarm, setup asks about it and says what to check', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper, '/setup#alarms')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await pushService.waitFor(1)
  const heard = step(page, 'Hear a test alarm')
  await heard.getByText('Did nothing come?').click()
  await expect(heard).toContainText('Check whether the phone is muted')
  await heard.getByRole('button', { name: 'Send a test alarm' }).click()
  await pushService.waitFor(2)
  await heard.getByRole('button', { name: 'Yes, it did' }).click()
  await expect(step(page, 'Hear a test alarm (done)')).toBeVisible()
  expect((await beekeeper.api.get<{ alarmsArrive: boolean }>('/user/ping')).alarmsArrive).toBe(true)
})

test.describe('an iPhone', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

  test('is shown how to put the app on its home screen, and that alarms ring there', async ({ page, serverUrl }) => {
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
      Reflect.deleteProperty(window, 'PushManager')
    }, iphone)
    const beekeeper = await registerBeekeeper(serverUrl)
    const controller = await claimController(beekeeper)
    await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42 }])
    const [scale] = await beekeeper.api.get<{ id: number }[]>('/scale')
    await beekeeper.api.post(`/scale/${scale!.id}`, { name: 'Linde' })
    await signInForOffline(page, beekeeper, '/setup')
    const install = step(page, 'Put the app on the home screen')
    await expect(install.getByText('Tap the share button of the browser.')).toBeVisible()
    await expect(install.locator('svg[viewBox="0 0 120 100"]')).toHaveCount(3)
    await page.getByRole('heading', { name: 'Turn on alarms' }).click()
    await expect(step(page, 'Turn on alarms')).toContainText('put it there first, and continue there')
    await expectSoundIn(page, looks, 'setup')
  })
})

test.describe('an Android phone whose browser does not offer to install the app', () => {
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

  test('is shown where the browser menu puts the app on the home screen', async ({ page, serverUrl }) => {
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
      window.addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation())
    }, android)
    await signIn(page, await registerBeekeeper(serverUrl))
    await page.goto('/setup')
    await page.getByRole('heading', { name: 'Put the app on the home screen' }).click()
    const install = step(page, 'Put the app on the home screen')
    await expect(install.getByText('Open the browser’s menu (⋮).')).toBeVisible()
    await expect(install.locator('svg[viewBox="0 0 120 100"]')).toHaveCount(3)
    await expectSoundIn(page, looks, 'setup-android')
  })
})

const looks: Look[] = [
  { locale: 'de', variant: 'hivewatch', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { locale: 'fr', variant: 'biovet', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { locale: 'es', variant: 'hivewatch', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { locale: 'en', variant: 'biovet', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
]
