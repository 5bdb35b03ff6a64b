import type { Page, Route } from '@playwright/test'
import { ApiClient } from '../../server/demo/api-client.ts'
import {
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { brokenWords } from '../support/browser/words-in-sight.ts'
import { inStoreOf } from '../support/server/server-store.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const BERN = { latitude: 46.948, longitude: 7.447 }

const pageOf = ({ id }: Pick<ClaimedController, 'id'>) => `/settings/controllers/${id}`
const region = (page: Page, name: string) => page.getByRole('region', { name })

/** Contacts every six hours for some days, ending `ago` before now, with a battery that is running down. */
async function sendFading(url: string, { imei, imsi, deviceKey }: ClaimedController, ago: number): Promise<void> {
  const end = Date.now() - ago
  for (let quarter = 40; quarter >= 0; quarter--) {
    const time = new Date(end - quarter * 6 * HOUR_MS).toISOString()
    const battery = 3.42 + quarter * 0.012
    const readings = [{ time, channel: 1, weight: 42 + (quarter % 4) * 0.1 }]
    const body = { imei, imsi, battery, signal: -78, readings }
    await new ApiClient(url).post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
  }
}

test.use({ serviceWorkers: 'block' })

test('a transmitter is registered from its label; its place is taken from the phone and moved on the map', async ({
  page,
  context,
  serverUrl,
}) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  await signIn(page, beekeeper)
  const parts: string[] = []
  page.on('request', (request) => parts.push(new URL(request.url()).pathname))

  const imei = `356${String(Date.now()).slice(-12)}`
  await page.goto(`/settings/register?imei=${imei}&imsi=228${imei.slice(3)}`)
  await expect(page.getByLabel('IMEI')).toHaveValue(imei)
  await page.getByLabel('Name').fill('Seeufer')

  await page.getByRole('button', { name: 'Take my position' }).click()
  await expect(page.getByText('Access to the position was denied')).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...BERN, accuracy: 12 })
  await page.getByRole('button', { name: 'Take my position' }).click()
  await expect(page.getByText('Found to within 12 meters.')).toBeVisible()
  await expect(page.getByLabel('Latitude')).toHaveValue('46.948')
  await page.getByRole('button', { name: 'Register transmitter' }).click()
  await page.getByRole('link', { name: 'Seeufer' }).click()
  await expect(page).toHaveTitle('Seeufer · HiveWatch')
  await page.getByRole('link', { name: 'Setup' }).click()
  await expect(page).toHaveURL(/\?part=setup$/)
  await expect(region(page, 'Place')).toContainText('46.94800° latitude, 7.44700° longitude')
  expect(parts.filter((part) => part.includes('/map-'))).toEqual([])

  await page.getByRole('button', { name: 'Change' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Choose on the map' }).click()
  const map = sheet.getByRole('region', { name: 'Map to choose the place of the hives' })
  await expect(map).toBeVisible({ timeout: 60_000 })
  await map.click({ position: { x: 60, y: 60 } })
  await expect(sheet.getByLabel('Latitude')).not.toHaveValue('46.948')
  const [latitude, longitude] = await Promise.all(
    ['Latitude', 'Longitude'].map(async (label) => Number(await sheet.getByLabel(label).inputValue())),
  )
  expect(latitude, 'above the middle is further north').toBeGreaterThan(BERN.latitude)
  expect(longitude, 'left of the middle is further west').toBeLessThan(BERN.longitude)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Transmitter saved.')).toBeVisible()
  await expect(region(page, 'Place')).toContainText(`${latitude!.toFixed(5)}° latitude`)
})

const refused = { status: 409, json: { message: 'Somebody was faster.', code: 'already_exists' } }

test('an edit shows at once and is reverted if refused; a channel is archived after one confirmation', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  await signIn(page, beekeeper)

  await test.step('an edit shows at once, and is reverted if the server refuses it or there is no network', async () => {
    await page.goto(pageOf(controller))
    const change = async (name: string) => {
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await change('Waldrand')
    await expect(page.getByText('Nothing was changed.')).toBeVisible()

    for (const { end, told } of [
      { end: (route: Route) => route.abort(), told: /network/i },
      { end: (route: Route) => route.fulfill(refused), told: 'Somebody was faster.' },
    ]) {
      let answer: () => void = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(`**/api/controller/${controller.id}`, async (route) => {
        await held
        await end(route)
      })
      await change('Seeufer')
      await expect(page.getByRole('heading', { name: 'Seeufer' })).toBeVisible()
      answer()
      await expect(page.getByRole('heading', { name: 'Waldrand' })).toBeVisible()
      await expect(page.getByText(told).first()).toBeVisible()
      await page.unroute(`**/api/controller/${controller.id}`)
    }

    await change('Seeufer')
    await expect(page.getByText('Transmitter saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Seeufer' })).toBeVisible()

    // even beside the longest words, the name is not broken in two
    await page.goto(`${pageOf(controller)}?lang=fr`)
    await expect(page.getByRole('link', { name: 'Connecter un appareil' })).toBeVisible()
    expect((await page.getByRole('heading', { name: 'Seeufer' }).boundingBox())?.height).toBeLessThan(40)
  })

  await test.step('a channel is archived after one confirmation', async () => {
    const time = new Date(Date.now() - HOUR_MS).toISOString()
    await sendReadings(
      serverUrl,
      controller,
      [1, 2].map((channel) => ({ time, channel, weight: 40 })),
    )
    await page.goto(`${pageOf(controller)}?part=setup&lang=en`)
    const channels = region(page, 'Channels').getByRole('list', { name: 'Channels' }).getByRole('listitem')
    await expect(channels).toHaveCount(2)
    await channels.first().getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(channels).toHaveCount(1)
    await page.goto(pageOf({ id: 999_999 }))
    await expect(page.getByText('No such transmitter')).toBeVisible()
  })
})

test('the device doctor says why a transmitter with a fading battery is silent', async ({
  page,
  serverUrl,
  dataDir,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await signIn(page, beekeeper)
  await page.goto(pageOf(controller))
  await expect(region(page, 'Device doctor')).toContainText('Nothing has arrived yet.')

  const ago = 2 * DAY_MS
  await sendFading(serverUrl, controller, ago)
  await beekeeper.api.get('/dashboard')
  const lastSeen = { last_seen_at: Date.now() - ago }
  await inStoreOf(dataDir, (db) => db.updateTable('controller').set(lastSeen).where('id', '=', controller.id).execute())

  await page.reload()
  const doctor = region(page, 'Device doctor')
  await expect(doctor).toContainText('Silent since')
  await expect(doctor.getByRole('heading').nth(1)).toHaveText('The battery is running down')
  await expect(doctor).toContainText(/It had 3.4\d\sV and, by its trend, power for/)
  await expect(doctor).toContainText('Charge or change the battery soon')
  await expect(doctor.getByRole('img', { name: /^Battery from/ })).toBeVisible()

  const vitals = region(page, 'Battery and signal')
  await expect(vitals).toContainText(/By its trend of the last two weeks it lasts|it is empty or will be/)
  await expect(vitals.getByRole('application', { name: 'Battery and signal' })).toBeVisible()
  const midnights = region(page, 'Weights at midnight')
  await midnights.getByText('Day by day as a table').click()
  await expect(midnights.getByRole('list', { name: 'Weights at midnight' }).getByRole('listitem')).toHaveCount(14)
  await midnights.getByText('30 days', { exact: true }).click()
  await expect(midnights.getByRole('list', { name: 'Weights at midnight' }).getByRole('listitem')).toHaveCount(30)
})

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 900 }
const looks: Look[] = [
  { locale: 'de', variant: 'hivewatch', colorScheme: 'light', viewport: phone },
  { locale: 'fr', variant: 'biovet', colorScheme: 'dark', viewport: phone },
  { locale: 'en', variant: 'hivewatch', colorScheme: 'dark', viewport: desktop },
  { locale: 'es', variant: 'biovet', colorScheme: 'light', viewport: desktop },
]

test("a transmitter's page is accessible and fits in every language", async ({ page, serverUrl }) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendFading(serverUrl, controller, HOUR_MS)
  await signIn(page, beekeeper)
  await page.goto(pageOf(controller))
  await expect(page.getByRole('application')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectSoundIn(page, looks, 'state')
  await page.locator('main nav a[href$="?part=sharing"]').click()
  await page.waitForLoadState('networkidle')
  await expectSoundIn(page, looks, 'sharing')
  await page.locator('main nav a[href$="?part=setup"]').click()
  await page.locator('main button[aria-expanded]').click()
  await expect(page.locator('.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await expectSoundIn(page, looks, 'setup')

  await page.locator('main button[data-kind="primary"]').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('button[aria-expanded]').click()
  await expect(sheet.locator('.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await expectSoundIn(page, looks, 'sheet')
})

test('the list of transmitters breaks no word on a phone held sideways', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Waldrand')
  await page.setViewportSize({ width: 844, height: 390 })
  await signIn(page, beekeeper)
  for (const lang of ['de', 'fr']) {
    await page.goto(`/settings/controllers?lang=${lang}`)
    await expect(page.getByRole('rowheader', { name: 'Waldrand' })).toBeVisible()
    expect(await brokenWords(page), lang).toEqual([])
  }
})

test('whoever opens a transmitter by keyboard goes on there, not before all settings', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Waldrand')
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, beekeeper)
  await page.goto('/settings/controllers')
  await page.getByRole('link', { name: 'Waldrand' }).press('Enter')
  await expect(page).toHaveTitle('Waldrand · HiveWatch')
  await expect(page.locator(':focus')).toContainText('Device doctor')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Settings' }).locator(':focus')).toHaveCount(0)
})
