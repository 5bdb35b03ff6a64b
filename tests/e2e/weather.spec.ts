import type { Page } from '@playwright/test'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { test } from '../support/browser/outside-fixture.ts'
import { signIn, signInForOffline, withWorker } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

type Apiary = { beekeeper: Beekeeper; controller: ClaimedController; scaleId: number; to: number }

/** A hive with ten days of readings up to now. */
async function apiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const body = { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' }
  const scaleId = (await beekeeper.api.post<{ id: number }>('/scale', body)).id
  const to = Math.floor(Date.now() / 1000 / HOUR) * HOUR
  const readings = Array.from({ length: 240 }, (_, i) => ({
    time: new Date((to - (239 - i) * HOUR) * 1000).toISOString(),
    channel: 1,
    weight: 30 + i / 24,
  }))
  await sendReadings(serverUrl, controller, readings)
  return { beekeeper, controller, scaleId, to }
}

const place = (beekeeper: Beekeeper, id: number) =>
  beekeeper.api.get<{ loadedAt: string | null; problem: string | null }>(`/weather?controllerId=${id}&from=0&to=10`)

const cell = (page: Page, row: RegExp, column: number) =>
  page
    .getByRole('table', { name: /Values from/ })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .nth(column)

const week = ({ scaleId, to }: Apiary) => `/timeline?series=${scaleId}&from=${to - 7 * DAY}&to=${to}`

test.describe('with a weather service', () => {
  let hive: Apiary
  test.beforeEach(async ({ outside: { station }, serverUrl }) => {
    station.service.down = false
    hive = await apiary(serverUrl)
    await expect
      .poll(async () => (await place(hive.beekeeper, hive.controller.id)).loadedAt)
      .toEqual(expect.any(String))
  })

  test('weather is chosen below the curves, kept in the link, and credited to its source', async ({ page }) => {
    await page.setViewportSize(desktop)
    await signIn(page, hive.beekeeper)
    await page.goto(week(hive))
    await expect(cell(page, /Linden/, 1)).toBeVisible()
    await page.getByText('Weather', { exact: true }).click()
    await page.getByLabel('Air temperature').check()
    await page.getByLabel('Dew point').check()
    await page.getByLabel('Wind speed').check()
    await expect(page.locator('[data-panel="weather-air"]')).toBeVisible()
    await expect(page.locator('[data-panel="weather-windSpeed"]')).toBeVisible()
    await expect(cell(page, /^Dew point/, 1)).toHaveText(/^4\.0/)
    await expect(page.getByText('Weather: Open-Meteo.com (CC BY 4.0)')).toBeVisible()
    await expect(page).toHaveURL(/weather=temperature%2CdewPoint%2CwindSpeed/)

    await page.reload()
    await expect(page.locator('[data-panel="weather-windSpeed"]')).toBeVisible()
    await expect(cell(page, /^Wind speed/, 1)).toHaveText(/^2\.5/)
    await page.getByLabel('Wind speed').uncheck()
    await expect(page.locator('[data-panel="weather-windSpeed"]')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText('Weather until 2022: ERA5')
    await expect(page.getByRole('contentinfo')).toContainText('since 2023: Open-Meteo.com')
  })

  test('grassland sums show the threshold, and say when it was reached and what is missing', async ({ page }) => {
    const year = new Date(hive.to * 1000).getFullYear()
    const january = Date.UTC(year, 0, 2) / 1000
    await page.setViewportSize(desktop)
    await signIn(page, hive.beekeeper)
    const choices = 'weather=grasslandOnline,grasslandChip'
    await page.goto(`/timeline?series=${hive.scaleId}&from=${january}&to=${january + 90 * DAY}&${choices}`)
    await expect(page.locator('[data-panel="weather-grassland"]')).toBeVisible()
    // 10.5 °C a day: 31 × 5.25 = 162.75, then 7.875 a day: the fifth day of February reaches 202.1
    await expect(page.getByText(`200 reached on 5 Feb ${year}.`)).toBeVisible()
    await expect(page.getByText(/^Grassland sum by chip .*: no day of this year is known\.$/)).toBeVisible()
    await expect(cell(page, /^200: growth begins/, 1)).toHaveText(/^200/)
  })

  test.describe('with the worker', () => {
    test.use(withWorker)

    test('weather seen before is available offline; the rest says that it is not', async ({ page, context }) => {
      await signInForOffline(page, hive.beekeeper)
      await page.goto(`${week(hive)}&weather=temperature`)
      await expect(cell(page, /^Air temperature/, 1)).toHaveText(/\d/)
      // answers are written to the device a second late
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('hivewatch.queries')?.includes('placeId') ?? false))
        .toBe(true)
      await context.setOffline(true)
      await page.reload()
      await expect(cell(page, /^Air temperature/, 1)).toHaveText(/\d/)
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByLabel('Air pressure').check()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Weather data not available')).toBeVisible()
      await expect(page.getByText('there is no network', { exact: false })).toBeVisible()
      await expect(cell(page, /Linden/, 1)).toHaveText(/\d/)
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(cell(page, /^Air pressure/, 1)).toHaveText(/1['’]013/)
    })
  })

  for (const look of [
    { name: 'phone, light', viewport: phone, colorScheme: 'light' },
    { name: 'desktop, dark', viewport: desktop, colorScheme: 'dark' },
  ] as const) {
    test(`has no accessibility faults: ${look.name}`, async ({ page }) => {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await signIn(page, hive.beekeeper)
      await page.goto(`${week(hive)}&weather=temperature,humidity,grasslandOnline`)
      await expect(page.locator('[data-panel="weather-grassland"]')).toBeVisible()
      if (look.viewport === phone) await page.getByRole('button', { name: 'View', exact: true }).click()
      await expect(page.getByLabel('Air temperature')).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      if (process.env.LOOK) {
        await page.screenshot({ path: `/tmp/weather-${look.name.replace(', ', '-')}-picker.png`, fullPage: true })
        if (look.viewport === phone) await page.keyboard.press('Escape')
        await page.screenshot({ path: `/tmp/weather-${look.name.replace(', ', '-')}.png`, fullPage: true })
      }
    })
  }
})

test('a weather service that does not answer is reported, and nothing else fails', async ({
  page,
  outside: { station },
  serverUrl,
}) => {
  station.service.down = true
  const hive = await apiary(serverUrl)
  // away from the earlier places, whose weather is already known
  await hive.beekeeper.api.post(`/controller/${hive.controller.id}`, { location: { latitude: 46.2, longitude: 6.1 } })
  await expect
    .poll(async () => (await place(hive.beekeeper, hive.controller.id)).problem, { timeout: 20_000 })
    .toBe('weather_unreachable')
  await signIn(page, hive.beekeeper)
  await page.goto(`${week(hive)}&weather=temperature`)
  await expect(page.getByText('Weather data not available')).toBeVisible()
  await expect(page.getByText('the weather service does not answer', { exact: false })).toBeVisible()
  await expect(cell(page, /Linden/, 1)).toHaveText(/\d/)

  await page.route('**/api/weather?*', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByLabel('Air humidity').check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('The server’s answer could not be used. Try again.')).toBeVisible({ timeout: 20_000 })
  await expect(cell(page, /Linden/, 1)).toHaveText(/\d/)
})
