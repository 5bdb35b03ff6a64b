import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { startFtpServer } from '../support/services/ftp-server.ts'
import { startWebReceiver } from '../support/services/web-receiver.ts'

const TEN_MINUTES = 600_000

async function openCard(page: Page, serverUrl: string, name = 'Waldrand') {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, name)
  const now = Date.now()
  const readings = Array.from({ length: 12 }, (_, i) => ({
    time: new Date(now - (12 - i) * TEN_MINUTES).toISOString(),
    channel: 1,
    weight: 42 + i / 100,
    temperature: 34.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  await signIn(page, beekeeper)
  await page.goto(`/settings/controllers/${controller.id}?part=sharing`)
  const card = page.getByRole('region', { name: 'Forwarding' })
  await card.scrollIntoViewIfNeeded()
  return { beekeeper, controller, card }
}

async function addRaw(page: Page, address: string) {
  await page.getByRole('button', { name: 'Forward a scale' }).click()
  const sheet = page.getByRole('dialog', { name: 'Forward a scale' })
  await sheet.getByLabel('Web address', { exact: true }).fill(address)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
}

test('a scale’s readings are forwarded to a web address, on demand and automatically', async ({ page, serverUrl }) => {
  const receiver = await startWebReceiver()
  const { controller, card } = await openCard(page, serverUrl)
  await expect(card.getByText('Nothing is forwarded')).toBeVisible()
  await page.getByRole('button', { name: 'Forward a scale' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Preview with the last readings')).toHaveValue(/"weight": 42\.11/)
  await sheet.getByLabel('Web address', { exact: true }).fill('example')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Enter an address that begins with https:// or http://.')).toBeVisible()
  await sheet.getByLabel('Web address', { exact: true }).fill(`${receiver.url}/hive`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('New readings are forwarded from now on.')).toBeVisible()
  await expect(card.getByText('Active')).toBeVisible()

  await card.getByRole('button', { name: `${receiver.url}/hive` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The newest readings were sent.')).toBeVisible()
  expect(receiver.received[0]!.body).toMatchObject({ test: true, channel: 1, readings: { length: 5 } })
  await page.keyboard.press('Escape')

  const time = new Date(Date.now() + 5000).toISOString()
  await sendReadings(serverUrl, controller, [{ time, channel: 1, weight: 43.5 }])
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]!.body.readings).toMatchObject([{ weight: 43.5, temperature: null }])
  await receiver.close()
})

test('a forwarding that is refused shows why; it is corrected, paused and deleted', async ({ page, serverUrl }) => {
  const receiver = await startWebReceiver()
  receiver.state.answer = { status: 403 }
  const { card } = await openCard(page, serverUrl)
  const address = `${receiver.url}/hive`
  await addRaw(page, address)
  await card.getByRole('button', { name: address }).click()
  const sheet = page.getByRole('dialog', { name: /^Forwarding to/ })
  await sheet.getByRole('button', { name: 'Send now' }).click()
  const why = 'The server answered 403 instead of taking the readings.'
  await expect(page.getByText(`It was not accepted. ${why}`)).toBeVisible()
  await expect(sheet.getByRole('status').getByText(why)).toBeVisible()
  await sheet.getByLabel('Web address', { exact: true }).fill(`${address}/right`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Active')).toBeVisible()
  await card.getByRole('button', { name: `${address}/right` }).click()
  await sheet.getByRole('button', { name: 'Pause' }).click()
  await expect(sheet.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expectSound(page, 'a forwarding')
  await sheet.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Stop forwarding to ${address}/right?`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card.getByText('Nothing is forwarded')).toBeVisible()
  await receiver.close()
})

test('a template shows errors at their lines, and a preview of the text', async ({ page, serverUrl }) => {
  const ftp = await startFtpServer()
  const { card, controller } = await openCard(page, serverUrl)
  await page.getByRole('button', { name: 'Forward a scale' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Kind').selectOption('Trachtnet FTP')
  const preview = sheet.getByLabel('Preview with the last readings')
  await expect(preview).toHaveValue(/imsi;channel;date;time/)
  const content = sheet.getByLabel('Content of the file')
  await content.fill('kg\n{#readings}\n{wieght:0.0}\n{/readings}\n')
  await expect(sheet.getByRole('button', { name: 'Line 3: {wieght:0.0} is not known.' })).toBeVisible()
  await expect(sheet.getByText('It appears once the text has no errors.')).toBeVisible()
  await content.fill('kg\n{#readings}\n{weight:0,00}\n{/readings}\n')
  await expect(preview).toHaveValue(/\n\nkg\n42,07\n42,08\n42,09\n42,10\n42,11\n$/)

  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Enter the name of the server, without a folder.')).toBeVisible()
  await sheet.getByLabel('Server').fill(`127.0.0.1:${ftp.port}`)
  await sheet.getByLabel('User').fill('anna')
  await sheet.getByLabel('Password', { exact: true }).fill('honey & wax')
  await sheet.getByLabel('File name').fill('{imsi}.csv')
  await sheet.getByRole('button', { name: 'Save' }).click()
  const row = card.getByRole('button', { name: `ftp://anna:***@127.0.0.1:${ftp.port}/` })
  await row.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The newest readings were sent.')).toBeVisible()
  expect(await ftp.files()).toEqual({ [`${controller.imsi}.csv`]: 'kg\n42,07\n42,08\n42,09\n42,10\n42,11\n' })
  await page.getByRole('dialog').getByLabel('Server').fill('127.0.0.2')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter the password again')).toBeVisible()
  await ftp.close()
})

const looks: Look[] = [
  { locale: 'en', variant: 'hivewatch', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { locale: 'en', variant: 'biovet', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
]

test('the forwarding card and its sheets are accessible and fit', async ({ page, serverUrl }) => {
  const { card, beekeeper, controller } = await openCard(page, serverUrl)
  await expectSoundIn(page, looks, 'nothing forwarded')
  const path = `/controller/${controller.id}/channel/1/forwarding` as const
  await beekeeper.api.post(path, { target: 'capaz', address: beekeeper.email })
  const address = `http://127.0.0.1:9/${'a-long-way/'.repeat(12)}`
  const { id } = await beekeeper.api.post<{ id: number }>(path, { target: 'raw', address })
  await beekeeper.api.post(`/controller/forwarding/${id}/test`, {}).catch(() => undefined)
  await page.reload()
  await expect(card.getByText('Failing')).toBeVisible()
  await card.scrollIntoViewIfNeeded()
  await expectSoundIn(page, looks, 'the list')
  await card.getByRole('button', { name: beekeeper.email }).click()
  await expect(page.getByLabel('Preview with the last readings')).toHaveValue(/42\.1/)
  await page.getByText('What can be used in braces').click()
  await expectSoundIn(page, looks, 'a mail')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Kind').selectOption('Trachtnet FTP')
  await expectSoundIn(page, looks, 'a new file')
})
