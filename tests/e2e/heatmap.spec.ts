import type { Locator, Page } from '@playwright/test'
import {
  addHives,
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
const year = new Date().getFullYear() - 1
const HOUR_MS = 3_600_000

test.use({ viewport: desktop })

type Apiary = { beekeeper: Beekeeper; controllerId: number; scaleIds: number[] }

/** Two hives from May 1 on, with a reading every hour for 20 days: by noon of each day the first gains 400 g and the second loses 200 g. */
async function apiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const scaleIds = await addHives(beekeeper, controller, ['Linden', 'Maple'])
  const start = Date.parse(`${year}-04-30T22:00:00Z`)
  const readings = Array.from({ length: 20 * 24 + 1 }, (_, hour) => {
    const time = new Date(start + hour * HOUR_MS).toISOString()
    const noons = Math.floor((hour + 12) / 24)
    return [
      { time, channel: 1, weight: 30 + 0.4 * noons, temperature: 20 + (hour % 24) / 2 },
      { time, channel: 2, weight: 50 - 0.2 * noons },
    ]
  }).flat()
  await sendReadings(serverUrl, controller, readings)
  const map = () =>
    beekeeper.api.get<{ scales: { gainsGrams: number[] }[] }>(`/heatmap/map?from=${year}-05-20&to=${year}-05-20`)
  await expect.poll(async () => (await map()).scales.map(({ gainsGrams }) => gainsGrams[0])).toEqual([400, -200])
  return { beekeeper, controllerId: controller.id, scaleIds }
}

const calendar = (page: Page, name = 'Linden: Change of weight') =>
  page.getByRole('application', { name: `${name} by day and hour` })

async function pressUp(page: Page, at: Locator, times: number): Promise<void> {
  await at.focus()
  for (let time = 0; time < times; time++) await page.keyboard.press('ArrowUp')
}

test('the calendar shows each hour by keyboard and by pointer, and opens the curve of a day', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, scaleIds } = await apiary(serverUrl)
  await signInOn(page, beekeeper)
  await page.getByRole('link', { name: 'Heat map' }).first().click()
  await expect(page).toHaveTitle('Heat map · HiveWatch')
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year))
  // only the months with data
  await calendar(page).press('Home')
  await expect(page.getByText(/day,? 1 May/)).toBeVisible()
  await calendar(page).press('End')
  await expect(page.getByText(/day,? 31 May/)).toBeVisible()
  await calendar(page).press('Home')
  const readout = page.getByRole('status').filter({ hasText: 'Whole day' })
  // it opens at the last known hour
  await expect(readout).toHaveText(/23 to 24\sh0\.00.*Whole day\+0\.40/)
  await expect(page.getByRole('button', { name: 'Day as a curve' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show its curve' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Note' })).toHaveAttribute('href', /\/scaleoverview\/\d+\/\d+\?note=true/)
  // the reading at noon is the first to show it
  await pressUp(page, calendar(page), 12)
  await expect(readout).toHaveText(/11 to 12\sh\+0\.40.*Whole day\+0\.40/)

  const box = (await calendar(page).boundingBox())!
  await page.mouse.move(box.x + (box.width * 10.5) / 31, box.y + (box.height * 11.5) / 24)
  await expect(page.getByText(/day,? 11 May/)).toBeVisible()
  await expect(readout).toHaveText(/11 to 12\sh\+0\.40/)

  await page.getByLabel('Hive').selectOption('Maple')
  await calendar(page, 'Maple: Change of weight').press('Home')
  await pressUp(page, calendar(page, 'Maple: Change of weight'), 12)
  await expect(readout).toHaveText(/11 to 12\sh−?-?0\.20/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/timeline\?/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('series')).toMatch(new RegExp(`^"?${scaleIds[1]}"?$`))
  expect(Number(searchParams.get('from'))).toBe(Date.parse(`${year}-04-30T22:00:00Z`) / 1000)
})

test.describe('with the worker', () => {
  testOnDevice(
    'temperature, activity and the table show the same hours, even offline',
    async ({ page, context, serverUrl }) => {
      const { beekeeper } = await apiary(serverUrl)
      await signInForOffline(page, beekeeper, `/heatmap?year=${year}`)
      await page.getByLabel('Colors show').selectOption('Temperature')
      await expect(calendar(page, 'Linden: Temperature')).toBeVisible()
      await page.locator('summary', { hasText: 'Day by day as a table' }).click()
      const row = page.getByRole('row', { name: new RegExp(`\\b3 May ${year}`) })
      await expect(row).toHaveText(/25\.8\s°C.*20\.0\s°C.*31\.5\s°C/)
      await page.getByLabel('Colors show').selectOption('Activity')
      await expect(row).toHaveText(/0\.00\skg/)
      await page.getByLabel('Colors show').selectOption('Change of weight')
      await expect(row).toHaveText(/\+0\.40\skg/)

      await page.waitForFunction(() => {
        const kept = localStorage.getItem('hivewatch.queries') ?? ''
        return kept.includes('["controller"]') && kept.includes('["scale","all"]')
      })
      await context.setOffline(true)
      await page.reload()
      await expect(calendar(page)).toBeVisible()
      await page.locator('summary', { hasText: 'Day by day as a table' }).click()
      await expect(row).toHaveText(/\+0\.40\skg/)
      await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year - 1))
      await expect(page.getByText('The server does not answer.', { exact: false })).toBeVisible()
      await expect(page.getByText('No readings in this time')).toBeHidden()
    },
  )
})

test('the map loads only when it is opened, shows the hives on a day and plays the days', async ({
  page,
  serverUrl,
}) => {
  test.slow()
  const { beekeeper } = await apiary(serverUrl)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const maps = () =>
    loaded.filter((path) => /\/(maps?|map-layers|maplibre-gl-worker|base-map)-[^/]*\.(m?js|json)$/.test(path))
  await signIn(page, beekeeper)
  await page.goto(`/heatmap?year=${year}`)
  await expect(calendar(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(maps(), 'no part of the map comes before the map').toEqual([])

  await page.getByText('Map', { exact: true }).click()
  const slider = page.getByRole('slider', { name: /^Day/ })
  await expect(slider).toHaveAttribute('aria-valuetext', /20 May/)
  await expect(page.locator('canvas')).toHaveCount(3, { timeout: 60_000 })
  // the keyboard stops at the map itself only
  const reached = page.locator('canvas[tabindex]:not([inert])')
  await expect(reached).toHaveCount(1)
  await expect(reached).toHaveAccessibleName(/^Map of/)
  expect(maps().length).toBeGreaterThan(2)
  await page.locator('summary', { hasText: /Gains on .* as a table/ }).click()
  await expect(page.getByRole('row', { name: /Linden/ })).toHaveText(/\+0\.40\skg/)
  await expect(page.getByRole('row', { name: /Maple/ })).toHaveText(/0\.20\skg/)

  const map = (await page.locator('canvas').nth(0).boundingBox())!
  await expect(async () => {
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2)
    await expect(page.getByRole('status').filter({ hasText: 'Linden, Orchard' })).toHaveText(/\+0\.40/, {
      timeout: 1000,
    })
  }).toPass({ timeout: 60_000 })

  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /21 May/)
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /\b1 April/)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(slider).not.toHaveAttribute('aria-valuetext', /\b1 April/)
  const flat = page.locator('canvas[data-frame]')
  const isPainted = () =>
    flat.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
      return data.some((channel) => channel !== 0)
    })
  expect(await isPainted(), 'the days are painted flat while they are played').toBe(true)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(flat, 'the layers take over where it stops').toHaveCount(0, { timeout: 60_000 })

  const pictures = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'))
    return [...document.querySelectorAll<HTMLCanvasElement>('[data-height="large"] canvas')].flatMap((canvas) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      return pixels ? [pixels.some((channel) => channel !== 0)] : []
    })
  })
  expect(pictures, 'paper gets the map and its day as pictures, since WebGL leaves nothing there').toEqual([true, true])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(flat).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the calendar' }).click()
  await expect(calendar(page)).toBeVisible()
})

test('without WebGL, a message says so and offers the calendar instead', async ({ page, serverUrl }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, type: string, ...more: unknown[]) {
      return type.startsWith('webgl') ? null : Reflect.apply(original, this, [type, ...more])
    } as typeof original
  })
  const { beekeeper } = await apiary(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(`/heatmap?year=${year}&view=map`)
  await expect(page.getByText('This browser cannot draw the map')).toBeVisible()
  await page.getByRole('button', { name: 'Show the calendar' }).click()
  await expect(calendar(page)).toBeVisible()

  // where a place can also be entered by hand, the message says so
  await page.goto('/settings/register')
  await page.getByRole('button', { name: 'Choose on the map' }).click()
  const words = page.getByText('This browser cannot draw it.')
  await expect(words).toContainText('You can also enter the degrees by hand.')
  const [{ id } = { id: 0 }] = await beekeeper.api.get<{ id: number }[]>('/controller')
  await page.goto(`/settings/controllers/${id}?part=setup`)
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await expect(words).toBeVisible()
  await expect(words).not.toContainText('by hand')
})

const looks: Look[] = [
  { locale: 'en', variant: 'hivewatch', viewport: phone, colorScheme: 'dark' },
  { locale: 'en', variant: 'biovet', viewport: desktop, colorScheme: 'light' },
]

test('the calendar and the map are accessible and fit', async ({ page, serverUrl }) => {
  test.slow()
  const { beekeeper } = await apiary(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(`/heatmap?year=${year}`)
  await expect(calendar(page)).toBeVisible()
  await expectSoundIn(page, looks, 'calendar')
  await page.goto(`/heatmap?year=${year}&view=map`)
  await expect(page.locator('canvas')).toHaveCount(3, { timeout: 60_000 })
  await expectSoundIn(page, looks, 'map')
})
