import { createHash } from 'node:crypto'
import { ApiClient } from '../../server/demo/api-client.ts'
import { test } from '../support/browser/administrator-fixture.ts'
import { type ClaimedController, claimController, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
test.use({ viewport: desktop })

const image = (name: string, filling: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(Array.from({ length: 5000 }, (_, i) => [0xe9, 3, 2, 0x20][i] ?? (i * filling) % 251)),
})

type Offer = { version: string; url: string; sha256: string } | null
async function contact(url: string, from: ClaimedController, softwareVersion: string): Promise<Offer> {
  const { imei, imsi, deviceKey } = from
  const body = { imei, imsi, softwareVersion, readings: [] }
  const headers = { authorization: `Bearer ${deviceKey}` }
  return (await new ApiClient(url).post<{ firmware: Offer }>('/ingest', body, headers)).firmware
}

/** Clears what an earlier test released. */
test.beforeEach(async ({ administrator: { api } }) => {
  type Version = { version: string; rollout: { id: number; state: string } | null }
  const { items } = await api.get<{ items: { id: number }[] }>('/admin/firmware/controller')
  const ids = items.map(({ id }) => id)
  for (const { version, rollout } of await api.get<Version[]>('/admin/firmware')) {
    if (rollout?.state === 'running') await api.post(`/admin/firmware/rollout/${rollout.id}/stop`, {})
    if (ids.length > 0) await api.post('/admin/controller/firmware', ids)
    await api.delete(`/admin/firmware?version=${version}`)
  }
})

test('a version is uploaded, assigned to a transmitter that downloads it, rolled out, stopped and resumed', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  const [oak, lake] = [await claimController(beekeeper, 'Waldrand'), await claimController(beekeeper, 'Seeblick')]
  await contact(serverUrl, oak, '1.0.0')
  await contact(serverUrl, lake, '9.0.0')
  await signIn(page, administrator)
  await page.goto('/a/firmware')
  await expect(page.getByText('No firmware yet')).toBeVisible()

  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Choose the file with the firmware.')).toBeVisible()
  const drop = page.getByLabel('File', { exact: true })
  await drop.setInputFiles({ ...image('notes.bin', 1), buffer: Buffer.from('no firmware '.repeat(20)) })
  await page.getByLabel('Version', { exact: true }).fill('1.4')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('This is not a version number.')).toBeVisible()
  await page.getByLabel('Version', { exact: true }).fill('1.4.2')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This file is not firmware')
  await drop.setInputFiles(image('hive-1.4.2.bin', 7))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Version 1.4.2 uploaded.')).toBeVisible()
  await drop.setInputFiles(image('hive-v2.0.0.bin', 9))
  await expect(page.getByLabel('Version', { exact: true })).toHaveValue('2.0.0')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const card = (version: string) => page.getByRole('region', { name: version })
  await expect(card('2.0.0')).toContainText('ESP32 or ESP8266')

  await card('1.4.2').getByRole('button', { name: 'Choose transmitters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Who should have 1.4.2?' })
  await sheet.getByLabel('Seeblick').check()
  await expect(sheet.getByText('1 of them runs a newer version')).toBeVisible()
  await sheet.getByLabel('Seeblick').uncheck()
  await sheet.getByLabel('Search by IMEI, name, owner or version').fill('wald')
  await expect(sheet.getByLabel('Seeblick')).toHaveCount(0)
  await sheet.getByLabel('Waldrand', { exact: true }).check()
  await sheet.getByRole('button', { name: 'Give it to 1 transmitter' }).click()
  await expect(page.getByText('1 transmitter will get version 1.4.2.')).toBeVisible()

  const offer = (await contact(serverUrl, oak, '1.0.0'))!
  expect(offer.url).toBe(`${serverUrl}/api/firmware/1.4.2?image=${offer.sha256.slice(0, 12)}`)
  const loaded = await fetch(offer.url, { headers: { authorization: `Bearer ${oak.deviceKey}` } })
  const digest = createHash('sha256')
    .update(new Uint8Array(await loaded.arrayBuffer()))
    .digest('hex')
  expect(digest).toBe(offer.sha256)
  expect(await contact(serverUrl, oak, '1.4.2')).toBeNull()
  await page.reload()
  await expect(card('1.4.2').getByRole('term').nth(1)).toHaveText('Run it')
  await expect(card('1.4.2').getByRole('definition').nth(1)).toHaveText('1')

  await card('1.4.2').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText('This version is assigned to a transmitter')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await card('2.0.0').getByRole('button', { name: 'Roll out' }).click()
  const plan = page.getByRole('dialog', { name: 'Roll out 2.0.0' })
  await plan.getByLabel('Stages in percent').fill('50, 20')
  await plan.getByRole('button', { name: 'Roll out' }).click()
  await expect(plan.getByText('Enter rising whole numbers')).toBeVisible()
  await plan.getByLabel('Stages in percent').fill('50, 100')
  await plan.getByText('Selected ones').click()
  await plan.getByRole('button', { name: 'Roll out' }).click()
  await expect(plan.getByText('Check at least one transmitter.')).toBeVisible()
  await expect(plan.getByLabel('Waldrand', { exact: true })).toBeVisible()
  await plan.getByText('All transmitters').click()
  await plan.getByRole('button', { name: 'Roll out' }).click()
  await expect(page.getByText('1 transmitter runs a newer one and is left out.')).toBeVisible()
  await expect(card('2.0.0')).toContainText('Stage 1 of 2: 50% of the transmitters')
  expect(await contact(serverUrl, oak, '1.4.2')).toMatchObject({ version: '2.0.0' })
  await card('2.0.0').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(card('2.0.0').getByText('Stopped', { exact: true })).toBeVisible()
  expect(await contact(serverUrl, oak, '1.4.2')).toBeNull()
  await card('2.0.0').getByRole('button', { name: 'Resume' }).click()
  await expect(card('2.0.0').getByText('Running', { exact: true })).toBeVisible()
  await card('2.0.0').getByText('What happened').click()
  await expect(card('2.0.0').getByText('Stopped by hand')).toBeVisible()
  expect(await contact(serverUrl, oak, '1.4.2')).toMatchObject({ version: '2.0.0' })
  await card('1.4.2').getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card('1.4.2')).toHaveCount(0)
})

const looks: Look[] = [
  { locale: 'de', variant: 'biovet', colorScheme: 'dark', viewport: phone },
  { locale: 'fr', variant: 'hivewatch', colorScheme: 'light', viewport: desktop },
]

test('the firmware page is accessible and fits in other languages', async ({ page, serverUrl, administrator }) => {
  test.slow()
  const transmitter = await claimController(await registerBeekeeper(serverUrl), 'Bienenstand am Waldrand')
  await contact(serverUrl, transmitter, '2.9.0')
  await signIn(page, administrator)
  await page.goto('/a/firmware')
  await page.locator('input[type=file]').setInputFiles(image('hive-3.0.0.bin', 3))
  await page.locator('form button[type=submit]').first().click()
  const card = page.getByRole('region', { name: '3.0.0' })
  await expect(card).toBeVisible()
  await card.getByRole('button').first().click()
  await expectSoundIn(page, looks, 'firmware-plan')
  await page.locator('dialog[open] button[type=submit]').click()
  await expect(card.getByRole('progressbar')).toBeVisible()
  await card.locator('summary').click()
  await expectSoundIn(page, looks, 'firmware-list')
  await card.getByRole('button').nth(1).click()
  await expect(page.getByText('Bienenstand am Waldrand').first()).toBeVisible()
  await expectSoundIn(page, looks, 'firmware-assign')
})
