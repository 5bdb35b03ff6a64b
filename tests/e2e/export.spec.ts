import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const HOUR_MS = 3600_000
const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

async function addScale({ api }: Beekeeper, { id }: ClaimedController, channelId: number, name: string) {
  await api.post('/scale', { controllerId: id, channelId, name, type: 'weight' })
}

/** A beekeeper with two scales that measured every ten minutes for some hours. */
async function withReadings(serverUrl: string, hours = 4): Promise<Beekeeper> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  await addScale(beekeeper, controller, 1, '=Volk 1')
  await addScale(beekeeper, controller, 2, 'Volk 2')
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const readings = Array.from({ length: hours * 6 }, (_, i) => ({
    time: new Date(end - i * 600_000).toISOString(),
    weight: 40 + i / 1000,
    temperature: 34.5,
  }))
  const of = (channel: number) => readings.map((reading) => ({ ...reading, channel }))
  await sendReadings(serverUrl, controller, [...of(1), ...of(2)])
  return beekeeper
}

const job = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('readings are exported to a file that a spreadsheet opens', async ({ page, serverUrl }) => {
  const beekeeper = await withReadings(serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/settings/jobs')
  await expect(page.getByText('No jobs yet')).toBeVisible()
  await expectSound(page, 'no jobs')
  await page.getByRole('main').getByRole('link', { name: 'Export' }).last().click()
  await expect(page.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible()
  await expect(page.getByText('No files yet.')).toBeVisible()
  await expectSound(page, 'form')

  await page.getByLabel('Volk 2').uncheck()
  await expect(page.getByLabel('All scales')).not.toBeChecked()
  await page.getByRole('button', { name: 'Export' }).click()
  const done = job(page, '=Volk 1')
  await expect(done.getByText('Done', { exact: true })).toBeVisible()
  await expect(done).toContainText('24 rows')
  await expect(page.getByRole('status').filter({ hasText: '=Volk 1: Done' })).toBeAttached()
  await expectSound(page, 'file')

  const downloading = page.waitForEvent('download')
  await done.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^hivewatch-.*\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeffTime (Europe/Zurich),Transmitter,Scale,Weight (kg),Temperature (°C),Humidity (%)')
  expect(lines).toHaveLength(26)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:10:00,Waldrand,'=Volk 1,40\.023,34\.5,$/)
  expect(lines[24]).toMatch(/:00:00,Waldrand,'=Volk 1,40,34\.5,$/)
})

test('invalid choices are reported before the export, and an empty period after it', async ({ page, serverUrl }) => {
  await signIn(page, await withReadings(serverUrl))
  await page.goto('/export')
  await page.getByLabel('All scales').uncheck()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('No scale is selected. Choose at least one.')).toBeVisible()
  await expectSound(page, 'no scale')
  await page.getByLabel('All scales').check()
  await page.getByText('Columns and time zone').click()
  for (const measure of ['Weight (kg)', 'Temperature (°C)', 'Humidity (%)']) await page.getByLabel(measure).uncheck()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Choose at least one column with a measurement.')).toBeVisible()
  await page.getByLabel('Weight (kg)', { exact: true }).check()

  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('There is nothing to export in this period.')).toBeVisible()
  await expect(job(page, '=Volk 1, Volk 2').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectSound(page, 'nothing in the period')
})

test('days are exported to an Excel workbook', async ({ page, serverUrl }) => {
  const beekeeper = await withReadings(serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/export')
  await page.getByText('Day', { exact: true }).click()
  await page.getByText('Excel').click()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('the history of a hive is exported to a table', async ({ page, serverUrl }) => {
  const beekeeper = await withReadings(serverUrl)
  const [scale] = await beekeeper.api.get<{ id: number }[]>('/scale/all')
  const done = { scaleId: scale!.id, label: 'feeding', amount: 2.5, description: 'syrup' }
  await beekeeper.api.post('/intervention', { ...done, time: new Date(Date.now() - HOUR_MS).toISOString() })
  await signIn(page, beekeeper)
  await page.goto('/export')
  await page.getByText('Note', { exact: true }).click()
  await expect(page.getByText('One row for each note in the diary')).toBeVisible()
  await expectSound(page, 'history')
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/,Feeding,,2\.5,,syrup$/)
})

test('a long export shows its progress until it is canceled', async ({ page, serverUrl }) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  // a single transmitter may not send more at once
  for (let transmitter = 0; transmitter < 4; transmitter++) {
    const readings = Array.from({ length: 80_000 }, (_, i) => ({
      time: new Date(end - (i >> 1) * 60_000).toISOString(),
      channel: 1 + (i % 2),
      weight: 40 + (i % 1000) / 1000,
    }))
    await sendReadings(serverUrl, await claimController(beekeeper), readings)
  }
  await signIn(page, beekeeper)
  await page.goto('/export')
  // the earlier ones keep the last one waiting
  const scales = (await beekeeper.api.get<{ id: number }[]>('/scale/all')).map(({ id }) => id)
  for (let i = 0; i < 3; i++) await beekeeper.api.post('/jobs', { type: 'EXPORT', scales, format: 'json' })
  await page.getByText('JSON').click()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  const bar = page.getByRole('progressbar', { name: /left$/ }).first()
  await expect(bar).toHaveAttribute('value', /^0\.\d+$/)
  await expectSound(page, 'under way')
  const newest = page.getByRole('main').getByRole('listitem').first()
  await newest.getByRole('button', { name: 'Cancel' }).click()
  await expect(newest.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(newest.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(newest.getByRole('link', { name: 'Download' })).toHaveCount(0)
})

test('a beekeeper without a scale is told what to do first, on the export, import and heat map pages', async ({
  page,
  serverUrl,
}) => {
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/export')
  await expect(page.getByText('No scale to export')).toBeVisible()
  await expectSound(page, 'no scale yet')
  await page.getByRole('main').getByRole('link', { name: 'Register transmitter' }).click()
  await expect(page).toHaveURL(/\/settings\/register/)

  await page.goto('/settings/import')
  await expect(page.getByText('No scale to import to')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register transmitter' }).last().click()
  await expect(page).toHaveURL(/\/settings\/register/)

  await page.setViewportSize(desktop)
  await page.goto('/heatmap')
  await expect(page.getByRole('link', { name: 'Register transmitter' })).toHaveAttribute('href', '/settings/register')
  await page.goto('/heatmap?view=map')
  await expect(page.getByText('Nothing to show on the map in this time')).toBeVisible()
})

const looks: Look[] = [
  { locale: 'de', viewport: desktop, colorScheme: 'light', variant: 'hivewatch' },
  { locale: 'fr', viewport: phone, colorScheme: 'dark', variant: 'biovet' },
  { locale: 'es', viewport: desktop, colorScheme: 'dark', variant: 'hivewatch' },
]

test('the export page is accessible and fits in other languages', async ({ page, serverUrl }) => {
  const beekeeper = await withReadings(serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/export')
  await page.locator('main details summary').click()
  await page.locator('main form button[type=submit]').click()
  await expect(page.locator('main a[download]')).toBeVisible()
  await expectSoundIn(page, looks, 'form and file')
  await page.goto('/settings/jobs')
  await expect(page.locator('main a[download]')).toBeVisible()
  await expectSoundIn(page, looks, 'jobs')
})
