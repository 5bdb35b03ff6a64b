import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

type Scale = { id: number; name: string; channel: number; state: string; controllerId: number }

/** A beekeeper with a transmitter and one scale on channel 1, signed in and looking at the scales. */
async function apiary(page: Page, serverUrl: string, fields: object = {}) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const body = { controllerId: controller.id, channelId: 1, name: 'Volk 1', type: 'weight', ...fields }
  const { id } = await beekeeper.api.post<Scale>('/scale', body)
  await signIn(page, beekeeper)
  await page.goto('/settings/scales')
  await expect(page.getByRole('button', { name: 'Volk 1' })).toBeVisible()
  const scales = () => beekeeper.api.get<Scale[]>('/scale/all')
  return { beekeeper, controller, id, scales }
}

const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]', { hasText: text })

test('every field of a scale can be set, and errors are shown at their fields', async ({ page, serverUrl }) => {
  const { scales, id } = await apiary(page, serverUrl)
  await page.getByRole('button', { name: 'Volk 1' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Scale', { exact: true }).fill(' ')
  await sheet.getByLabel('Empty weight').fill('-3')
  await sheet.getByLabel('Range of the load cell').fill('1101')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('A weight from 0 to 1100 kg.')).toBeVisible()
  await expect(sheet.getByText('Whole kilograms from 9 to 1100.')).toBeVisible()
  await expect(sheet.getByLabel('Scale', { exact: true })).toBeFocused()
  await expectSound(page, 'a scale with faults')

  await sheet.getByLabel('Scale', { exact: true }).fill('Linde')
  await sheet.getByLabel('Type').selectOption('Thermometer')
  await sheet.getByLabel('Channel').selectOption('5')
  await sheet.getByLabel('State').selectOption('Empty')
  await sheet.getByLabel('Empty weight').fill('21.5')
  await sheet.getByLabel('Feed stock').fill('4')
  await sheet.getByLabel('Range of the load cell').fill('500')
  await sheet.getByLabel('Color 3', { exact: true }).check()
  await sheet.getByLabel('Show on the dashboard').uncheck()
  await sheet.getByLabel('In the brood nest').check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Scale saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Linde' })).toBeVisible()
  expect(await scales()).toMatchObject([
    {
      id,
      name: 'Linde',
      type: 'thermometer',
      channel: 5,
      state: 'empty',
      emptyWeight: 21.5,
      feedStock: 4,
      gain: 500,
      color: 2,
      visible: false,
      isBrood: true,
    },
  ])

  // the app in German, the browser in English, the account in Switzerland
  await page.goto('/settings/scales?lang=de')
  await page.getByRole('button', { name: 'Linde' }).click()
  const weight = sheet.getByLabel('Leergewicht')
  await expect(weight).toHaveValue('21.5')
  await weight.clear()
  await weight.pressSequentially('18,4')
  await sheet.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(scales).toMatchObject([{ id, emptyWeight: 18.4 }])
  await page.getByRole('button', { name: 'Linde' }).click()
  await expect(weight).toHaveValue('18.4')
  await weight.fill('184')
  await sheet.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Leergewicht: 18.4 kg → 184 kg')
})

test('a scale is archived, restored, archived again, and replaced by a new sensor', async ({ page, serverUrl }) => {
  const { scales, controller } = await apiary(page, serverUrl)
  const archive = async () => {
    await page.getByRole('button', { name: 'Volk 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  }
  await archive()
  await toast(page, 'Scale archived.').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Scale saved.')).toBeVisible()
  expect(await scales()).toMatchObject([{ name: 'Volk 1', state: 'active' }])

  await archive()
  await expect(page.getByText('Channel 1 of Waldrand waits for a new sensor.')).toBeVisible()
  const time = () => new Date().toISOString()
  await page.getByRole('button', { name: 'Set the new sensor' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Channel')).toHaveValue('1')
  await sheet.getByLabel('Scale', { exact: true }).fill('Volk 2')
  await sheet.getByRole('button', { name: 'Add' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Volk 2' })).toBeVisible()
  await expect(page.getByText('Channel 1 of Waldrand waits for a new sensor.')).toHaveCount(0)

  await sendReadings(serverUrl, controller, [{ time: time(), channel: 1, weight: 33 }])
  await page.getByText('1 archived scale').click()
  await page.getByRole('button', { name: 'Volk 1' }).click()
  await expect(sheet.getByRole('link', { name: 'Show its curve' })).toHaveAttribute('href', /\/scaleoverview\/\d+\/\d+/)
  await expect(sheet.getByRole('link', { name: 'Note' })).toHaveCount(0)
  await expect(sheet.getByLabel('Channel').getByRole('option')).toHaveText(['2', '3', '4', '5', '6', '7', '8'])
  await sheet.getByLabel('Channel').selectOption('8')
  await sheet.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('archived scale')).toHaveCount(0)
  await expect
    .poll(async () => (await scales()).map(({ name, channel, state }) => [name, channel, state]))
    .toEqual([
      ['Volk 2', 1, 'active'],
      ['Volk 1', 8, 'active'],
    ])
})

test('an archived scale can be compared with the one that replaced it', async ({ page, serverUrl }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { beekeeper, controller, id } = await apiary(page, serverUrl)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 33 }])
  await beekeeper.api.post(`/scale/${id}`, { state: 'archived' })
  await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 1, name: 'Volk 2', type: 'weight' })
  await page.reload()
  await page.getByText('1 archived scale').click()
  await page.getByRole('button', { name: 'Volk 1' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Show its curve' }).click()
  await expect(page.getByText('This scale is archived: it no longer weighs.')).toBeVisible()
  await page.goto(`/timeline?series=${id}`)
  await page.getByRole('treeitem', { name: 'Waldrand' }).press('ArrowRight')
  const old = page.getByRole('treeitem', { name: 'Volk 1 (archived)' })
  await expect(old).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByRole('treeitem', { name: 'Volk 2' })).toHaveAttribute('aria-checked', 'false')
})

test('a refused edit is reverted and says why, and so does an undo that comes too late', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controller, scales } = await apiary(page, serverUrl)

  await test.step('a refused edit is reverted, and says why', async () => {
    await page.getByRole('button', { name: 'Volk 1' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Scale', { exact: true }).fill('Linde')
    await sheet.getByLabel('Channel').selectOption('3')
    await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 3, name: 'Volk 3', type: 'weight' })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Another scale is now on this channel.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Volk 3' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Volk 1' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Linde' })).toHaveCount(0)
    expect(await scales()).toMatchObject([
      { name: 'Volk 1', channel: 1 },
      { name: 'Volk 3', channel: 3 },
    ])
  })

  await test.step('an undo that comes too late says why it failed, and the list is up to date', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Volk 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    const undo = toast(page, 'Scale archived.').getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 1, name: 'Volk 2', type: 'weight' })
    await undo.click()
    await expect(toast(page, 'Another scale is now on this channel.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Volk 2' })).toBeVisible()
    await expect(page.getByText('1 archived scale')).toBeVisible()
  })
})

test.describe('with the worker', () => {
  testOnDevice(
    'an edit made offline waits on the device, is marked, and is sent later',
    async ({ page, serverUrl }) => {
      const { scales } = await apiary(page, serverUrl)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Volk 1' }).click()
      await page.getByRole('dialog').getByLabel('Scale', { exact: true }).fill('Linde')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Linde waits for the network' })).toBeVisible()
      expect(await scales()).toMatchObject([{ name: 'Volk 1' }])
      await page.getByRole('button', { name: 'Add a sensor' }).click()
      await expect(page.getByText('Adding a sensor needs a network.')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.reload()
      await expect(page.getByRole('button', { name: 'Linde waits for the network' })).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByRole('button', { name: 'Linde', exact: true })).toBeVisible({ timeout: 30_000 })
      expect(await scales()).toMatchObject([{ name: 'Linde' }])
    },
  )
})

test('a scale shows its feed and how long it lasts, like the page of its hive', async ({ page, serverUrl }) => {
  const { controller, id } = await apiary(page, serverUrl, { emptyWeight: 24 })
  const hours = 16 * 24
  const readings = Array.from({ length: hours }, (_, i) => ({
    time: new Date(Date.now() - (hours - i) * 3_600_000).toISOString(),
    channel: 1,
    weight: 40 - (i * 0.12) / 24,
  }))
  await sendReadings(serverUrl, controller, readings)
  await page.goto(`/scaleoverview/${controller.id}/${id}`)
  await expect(page.getByText(/^14\.1\skg of stores left, enough until \d+ \w+\.$/)).toBeVisible()
  await page.getByText('How this is computed').click()
  await expect(page.getByText(/used 1(19|20|21)\sg a day, which lasts 11\d to 11\d\sdays/)).toBeVisible()
  await page.goto('/settings/scales')
  await page.getByRole('button', { name: 'Volk 1' }).click()
  await expect(page.getByText(/^lasts 11[67]\sdays$/)).toBeVisible()
  await expect(page.getByText(/^Uses 1(19|20|21)\sg a day: empty in 11\d to 11\d\sdays$/)).toBeVisible()
})

const looks: Look[] = [
  { locale: 'de', variant: 'hivewatch', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { locale: 'fr', variant: 'hivewatch', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
]

test('the scales page and its sheets are accessible and fit in other languages', async ({ page, serverUrl }) => {
  const { beekeeper, controller } = await apiary(page, serverUrl, { emptyWeight: 24 })
  await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 2, name: 'Alte Waage', type: 'weight' })
  await beekeeper.api.post(`/controller/${controller.id}/channel/2/archive`, {})
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 33 }])
  await page.goto('/settings/scales')
  await page.locator('summary').click()
  await expectSoundIn(page, looks, 'the list')
  for (const name of ['Volk 1', 'Alte Waage']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSoundIn(page, looks, name)
    await page.keyboard.press('Escape')
  }
  await page
    .locator('main')
    .getByRole('button')
    .filter({ hasText: /Sensor|capteur/ })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundIn(page, looks, 'a new sensor')
})
