import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { locales } from '#domain/platform/locale.ts'
import { ApiClient } from '../../server/demo/api-client.ts'
import {
  type Beekeeper,
  test as base,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { signIn, signInForOffline, withWorker } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { cutWords } from '../support/browser/words-in-sight.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { storeIn } from '../support/server/server-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const STEP = HOUR / 2
const admin = { email: 'admin@example.ch', password: 'verwaltung' }
const everywhere = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 45],
      [11, 45],
      [11, 48],
      [5, 48],
      [5, 45],
    ],
  ],
}

type Server = { url: () => string; restart: () => Promise<void> }

/** A separate server that can be restarted: at startup, it computes the averages of what arrived before. */
const test = base.extend<{ server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  server: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-averages-'))
    const environment = { ...(await storeIn(folder)), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
    let server = await startServerProcess(environment)
    const port = new URL(server.url).port
    await use({
      url: () => `http://localhost:${port}`,
      restart: async () => {
        await server.stop()
        server = await startServerProcess({ ...environment, PORT: port })
      },
    })
    await server.stop()
    rmSync(folder, { recursive: true })
  },
})

test.use({ viewport: { width: 1280, height: 1000 } })

const now = Math.floor(Date.now() / 1000 / STEP) * STEP
const DAYS = 12

/** Readings every half hour until now, in kg as a function of the days since the first. */
const weights = (channel: number, kg: (days: number) => number) =>
  Array.from({ length: (DAYS * DAY) / STEP }, (_, i) => {
    const at = now - DAYS * DAY + (i + 1) * STEP
    return { time: new Date(at * 1000).toISOString(), channel, weight: Math.round(kg((i * STEP) / DAY) * 1000) / 1000 }
  })

async function adminOf(url: string): Promise<ApiClient> {
  const api = new ApiClient(url)
  const password = createHash('sha256').update(admin.password).digest('hex')
  await api.post('/user/login', { email: admin.email, password })
  return api
}

type Place = { beekeeper: Beekeeper; controller: ClaimedController; scaleIds: number[] }

/** A beekeeper with a transmitter in the region and a hive for each gain in kg a day. */
async function apiary(
  url: string,
  regionId: number,
  hives: { name: string; kg: (days: number) => number }[],
): Promise<Place> {
  const beekeeper = await registerBeekeeper(url)
  const controller = await claimController(beekeeper, hives[0]!.name)
  await beekeeper.api.post(`/controller/${controller.id}`, { primaryRegionId: regionId })
  const scaleIds: number[] = []
  for (const [index, { name }] of hives.entries()) {
    const body = { controllerId: controller.id, channelId: index + 1, name, type: 'weight' }
    scaleIds.push((await beekeeper.api.post<{ id: number }>('/scale', body)).id)
  }
  await sendReadings(
    url,
    controller,
    hives.flatMap(({ kg }, index) => weights(index + 1, kg)),
  )
  return { beekeeper, controller, scaleIds }
}

const even = (name: string, start: number, gain: number) => ({ name, kg: (days: number) => start + gain * days })

const cell = (page: Page, row: RegExp, column: number) =>
  page
    .getByRole('table', { name: /Values from/ })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .nth(column)
const choose = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).click()

async function expectNoFaults(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
}

test.describe('with the worker', () => {
  test.use(withWorker)

  test('net weight ignores a feeding; the regional average appears with three owners and disappears with two', async ({
    page,
    server,
  }) => {
    const url = server.url()
    const api = await adminOf(url)
    const region = { name: 'Seeland', geojson: everywhere, priority: 1, utcOffset: 1, alarmFrom: 9, alarmTo: 18 }
    const { id: regionId } = await api.post<{ id: number }>('/region', region)
    const fed = { name: 'Linden', kg: (days: number) => 30 + days + (days >= 9 ? 5 : 0) }
    const anna = await apiary(url, regionId, [fed, even('Maple', 40, 0.5)])
    await apiary(url, regionId, [even('Birch', 35, 2)])
    const carla = await apiary(url, regionId, [even('Oak', 50, 1.5)])
    await server.restart()

    await signInForOffline(page, anna.beekeeper, url)
    const from = now - 7 * DAY
    await page.goto(`${url}/timeline?series=${anna.scaleIds}&from=${from}&to=${now}`)
    // computed by hand: 30 + 11.979 days at 1 kg + 5 kg of feed; net excludes the feed and the 0.021 kg of flow in the half hour of the feeding
    await expect(cell(page, /Linden/, 0)).toHaveText(/^3[45]\.\d\d$/)
    await expect(cell(page, /Linden/, 1)).toHaveText('46.98')

    await choose(page, 'Net')
    await expect(cell(page, /Linden/, 1)).toHaveText('41.96')
    await expect(cell(page, /Maple/, 1)).toHaveText('45.99')
    await expect.poll(() => new URL(page.url()).searchParams.get('net')).toBe('true')
    await page.goto(page.url())
    await expect(page.getByRole('switch', { name: 'Net', exact: true })).toBeChecked()
    await expect(cell(page, /Linden/, 1)).toHaveText('41.96')

    await choose(page, 'Regional average')
    const average = page.getByRole('table', { name: /Values from/ }).getByRole('row', { name: /Average Seeland/ })
    await expect(average).toBeVisible()
    // (1 + 0.5 + 2 + 1.5) / 4 = 1.25 kg a day, starting from the first hive: 34.98 at the left edge, six to seven full days
    await expect(cell(page, /Average Seeland/, 1)).toHaveText(/^4[23]\.\d\d$/)
    await page.getByRole('checkbox', { name: 'Median instead of mean' }).check()
    await expect(page.getByRole('row', { name: /Median Seeland/ })).toBeVisible()
    await expect.poll(() => new URL(page.url()).searchParams.get('average')).toBe('median')
    await page.getByRole('checkbox', { name: 'Median instead of mean' }).uncheck()
    await expectNoFaults(page)

    await page.context().setOffline(true)
    await page.reload()
    await expect(average).toBeVisible()
    await expect(cell(page, /Linden/, 1)).toHaveText('41.96')
    await page.context().setOffline(false)

    await choose(page, 'Change per day')
    await expect(average).toBeVisible()
    await choose(page, 'Compare')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('[data-panel]')).toHaveCount(1)
    await expectNoFaults(page)
    for (const locale of locales) {
      await page.goto(`${url}/scaleoverview/${anna.controller.id}/${anna.scaleIds[0]}?range=week&lang=${locale}`)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await expect(page.getByText(/Seeland/).first()).toBeVisible()
      expect(await cutWords(page), `with text twice as large: ${locale}`).toEqual([])
      await expectNoFaults(page)
    }
    await page.goto(`${url}/timeline?lang=en`)

    await carla.beekeeper.api.post(`/scale/${carla.scaleIds[0]}`, { state: 'empty' })
    await server.restart()
    // the server answers before it has recomputed them
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/it takes at least three hives of three beekeepers/)).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(page.getByRole('row', { name: /Average Seeland/ })).toHaveCount(0)
  })
})

test('a scale that drifts with the temperature is detected, and its curve is shown without the drift', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const body = { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' }
  const { id } = await beekeeper.api.post<{ id: number }>('/scale', body)
  const hours = 20 * 24
  const readings = Array.from({ length: hours }, (_, i) => {
    const at = now - (hours - 1 - i) * HOUR
    const depth = 3 + ((Math.floor(i / 24) * 7) % 5)
    const temperature = Math.round((15 + depth * Math.sin(((at % DAY) / DAY) * 2 * Math.PI)) * 100) / 100
    return {
      time: new Date(at * 1000).toISOString(),
      channel: 1,
      temperature,
      weight: 40 + (12 * (temperature - 15)) / 1000,
    }
  })
  await sendReadings(serverUrl, controller, readings)

  await signIn(page, beekeeper)
  await page.goto('/settings/scales')
  await page
    .getByRole('button', { name: /Linden/ })
    .first()
    .click()
  await page.getByText('Temperature', { exact: true }).click()
  await expect(page.getByText(/This scale shows 1[12](\.\d)?\sg more for each °C that it gets warmer/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Without temperature, last week' })).toBeVisible()
  await choose(page, 'Take the temperature out')
  await expect(page.getByRole('switch', { name: 'Take the temperature out' })).toBeChecked()
  await expect
    .poll(async () => (await beekeeper.api.get<{ temperatureCompensation: object }[]>('/scale'))[0])
    .toMatchObject({
      temperatureCompensation: { source: 'scale' },
    })
  await expectNoFaults(page)

  await page.goto(`/timeline?series=${id}&from=${now - 3 * DAY}&to=${now}`)
  await expect(page.getByRole('switch', { name: 'Temperature taken out' })).toBeChecked()
  const spread = async () =>
    Number(await cell(page, /Linden/, 3).textContent()) - Number(await cell(page, /Linden/, 2).textContent())
  await expect.poll(spread).toBeLessThanOrEqual(0.01)
  await choose(page, 'Temperature taken out')
  await expect.poll(spread).toBeGreaterThan(0.05)
  await expect.poll(() => new URL(page.url()).searchParams.get('compensated')).toBe('false')
})
