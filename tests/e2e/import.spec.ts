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

type Scale = { id: number; controllerId: number }

async function addScale({ api }: Beekeeper, { id }: ClaimedController, channelId: number, name: string) {
  const { id: scaleId } = await api.post<Scale>('/scale', { controllerId: id, channelId, name, type: 'weight' })
  return scaleId
}

const csv = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const looks: Look[] = [
  { locale: 'de', viewport: desktop, colorScheme: 'light', variant: 'hivewatch' },
  { locale: 'fr', viewport: phone, colorScheme: 'dark', variant: 'biovet' },
  { locale: 'es', viewport: desktop, colorScheme: 'dark', variant: 'hivewatch' },
]

/** Two days of one hive as a Swiss spreadsheet writes them, with some faulty lines. */
function swissTable(): string {
  const rows = Array.from({ length: 288 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 4, 8, 0, i * 10)).toISOString()
    const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(time)!
    return `${day}.${month}.${year} ${clock};${(40 + Math.sin(i / 23)).toFixed(2).replace('.', ',')};34,5;gut`
  })
  const faulty = ['gestern;41,2;34;', '09.05.2026 10:01;schwer;34;', '09.05.2026 10:02;4300;34;']
  return `\ufeff${['Datum;Gewicht;Temperatur;Notiz', ...rows, ...faulty].join('\r\n')}\r\n`
}

const weightsOf = async ({ api }: Beekeeper, scaleId: number) => {
  const span = `from=${Date.UTC(2026, 4, 1) / 1000}&to=${Date.UTC(2026, 5, 1) / 1000}`
  const answer = await api.get<{ series: { tiles: { time: number[] }[] }[] }>(
    `/timeline?scales=${scaleId}&${span}&level=raw`,
  )
  return answer.series[0]!.tiles.flatMap(({ time }) => time).length
}

test('a spreadsheet is checked, stored, and removed again', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const scaleId = await addScale(beekeeper, controller, 1, 'Volk 1')
  const known = { time: '2026-05-08T10:00:00Z', channel: 1, weight: 40, temperature: 34 }
  await sendReadings(serverUrl, controller, [known])
  await signIn(page, beekeeper)
  await page.goto('/settings/import')
  await page.getByLabel('File', { exact: true }).setInputFiles(csv('waage.csv', swissTable()))

  await expect(page.getByRole('heading', { name: 'What is in waage.csv?' })).toBeVisible()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue('time')
  await expect(page.getByLabel('Gewicht', { exact: true })).toHaveValue('weight')
  await expect(page.getByLabel('Temperatur', { exact: true })).toHaveValue('temperature')
  await expect(page.getByLabel('Notiz', { exact: true })).toHaveValue('nothing')
  await expect(page.getByLabel('Scale of Gewicht')).toHaveValue(String(scaleId))
  await expect(page.getByLabel('Decimal mark')).toHaveValue(',')
  await expect(page.getByLabel('Time zone of the table')).toHaveValue('Europe/Zurich')
  await expectSound(page, 'columns')

  await page.getByLabel('Datum', { exact: true }).selectOption('Not needed')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Choose the column that holds the time.')).toBeVisible()
  await page.getByLabel('Datum', { exact: true }).selectOption('Date and time')
  await page.getByRole('button', { name: 'Check the file' }).click()

  await expect(page.getByRole('heading', { name: 'What is in waage.csv' })).toBeVisible()
  await expect(page.getByText('Nothing is stored yet.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('What is in waage.csv')
  await expect(page.getByText('Weights from 39 to 41 kg')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Weights of Volk 1 in the file' })).toBeVisible()
  const faults = page.getByRole('list', { name: 'What cannot be used' }).getByRole('listitem')
  await expect(faults).toHaveCount(3)
  await expect(faults.nth(0)).toContainText('290')
  await expect(faults.nth(0)).toContainText('gestern')
  await expect(faults.nth(1)).toContainText('The weight is not a number.')
  await expect(faults.nth(2)).toContainText('Weight is between')
  await expectSound(page, 'findings')
  expect(await weightsOf(beekeeper, scaleId)).toBe(1)

  await page.reload()
  await page.getByRole('button', { name: 'Store 289 readings' }).click()
  await expect(page.getByText('289 readings of waage.csv stored')).toBeVisible()
  await expect(page.getByText('1 more was already known.')).toBeVisible()
  await expectSound(page, 'stored')
  expect(await weightsOf(beekeeper, scaleId)).toBe(290)

  await page.getByRole('button', { name: 'Undo import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove these readings again?' })
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('289 readings of waage.csv removed again')).toBeVisible()
  expect(await weightsOf(beekeeper, scaleId)).toBe(1)

  await page.getByRole('button', { name: 'Another file' }).click()
  await expect(page.getByRole('list', { name: 'Imports so far' })).toContainText('Undone')
  await expectSound(page, 'list')
})

/** Two days of two hives in one table, as our export of several scales and many other systems write it. */
function tableOf(...names: string[]): string {
  const rows = names.flatMap((name, at) =>
    Array.from({ length: 96 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 4, 8, 0, i * 30)).toISOString()
      return `${time.replace('.000', '')},Waldrand,"${name}",${(30 + 10 * at + Math.sin(i / 9)).toFixed(2)}`
    }),
  )
  return ['Time (UTC),Transmitter,Scale,Weight (kg)', ...rows].join('\r\n')
}

test('a table of several hives asks whose rows to import', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const scaleId = await addScale(beekeeper, controller, 2, 'Volk 3')
  await signIn(page, beekeeper)
  await page.setViewportSize(phone)
  await page.goto('/settings/import')
  const file = page.getByLabel('File', { exact: true })
  await file.setInputFiles(csv('hives.csv', tableOf('Volk 3', 'Magazin beim großen Bienenhaus hinter der Linde')))
  await page.getByLabel('Scale of Weight (kg)').selectOption(String(scaleId))
  await page.getByRole('button', { name: 'Check the file' }).click()

  await expect(page.getByRole('heading', { name: 'Whose rows of hives.csv?' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Store/ })).toHaveCount(0)
  const rows = page.getByLabel(/^Rows for .*Volk 3/)
  await expect(rows.locator('option:checked')).toContainText('Volk 3')
  await expectSound(page, 'names')
  await rows.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Weights from 39 to 41 kg')).toBeVisible()
  await expect(page.getByText(/^Only rows with .*Linde.* in the column “Scale”/)).toBeVisible()
  await page.getByRole('button', { name: 'Change columns' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Weights from 29 to 31 kg')).toBeVisible()
  await expectSound(page, 'findings of one hive')
  await page.getByRole('button', { name: 'Store 96 readings' }).click()
  await expect(page.getByText(/^96 readings of hives.csv \(.Volk 3.\) stored$/)).toBeVisible()
  expect(await weightsOf(beekeeper, scaleId)).toBe(96)
})

test('a table of several hives is imported for all of them at once', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const scaleIds = [
    await addScale(beekeeper, controller, 1, 'Volk 1'),
    await addScale(beekeeper, controller, 2, 'Volk 3'),
    await addScale(beekeeper, controller, 3, 'Volk 4'),
  ]
  await signIn(page, beekeeper)
  await page.setViewportSize(phone)
  await page.goto('/settings/import')
  await page.getByLabel('File', { exact: true }).setInputFiles(csv('club.csv', tableOf('Volk 3', 'Linde', 'Volk 1')))
  await page.getByRole('button', { name: 'Check the file' }).click()

  const scaleOf = (name: string) => page.getByLabel(new RegExp(`^.?${name}.?: 96 rows`))
  await expect(scaleOf('Volk 1')).toHaveValue(String(scaleIds[0]))
  await expect(scaleOf('Volk 3')).toHaveValue(String(scaleIds[1]))
  await expect(scaleOf('Linde')).toHaveValue('')
  await scaleOf('Linde').selectOption(String(scaleIds[0]))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Two names go to this scale.')).toHaveCount(2)
  await expectSound(page, 'two names for one scale')
  await scaleOf('Linde').selectOption(String(scaleIds[2]))
  await expect(page.getByText('Two names go to this scale.')).toHaveCount(0)

  // the answer gets lost, the check does not
  await page.route('**/preview', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('heading', { name: 'What is in club.csv' })).toBeVisible()
  await page.unroute('**/preview')
  await expect(page.getByText(/^Rows with .Linde.$/)).toBeVisible()
  await expectSound(page, 'findings of several hives')

  await page.getByRole('button', { name: 'Change columns' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(scaleOf('Linde')).toHaveValue(String(scaleIds[2]))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Store 288 readings' }).click()
  await expect(page.getByText('288 readings of club.csv stored')).toBeVisible()
  for (const scaleId of scaleIds) expect(await weightsOf(beekeeper, scaleId)).toBe(96)
})

test('a file that is not a table is refused with a message, and a wrong separator shows at once', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await addScale(beekeeper, await claimController(beekeeper), 1, 'Volk 1')
  await signIn(page, beekeeper)
  await page.goto('/settings/import')
  const file = page.getByLabel('File', { exact: true })
  await file.setInputFiles(csv('waage.csv', Buffer.from([80, 75, 3, 4, 0, 0, 1])))
  await expect(page.getByText('This is not a text table.')).toBeVisible()
  await file.setInputFiles({ ...csv('waage.xls', 'a'), mimeType: 'application/octet-stream' })
  await expect(page.getByText(/waage.xls/)).toBeVisible()

  await file.setInputFiles(csv('stick.txt', '2026-05-08 10:00|41.2\n2026-05-08 10:05|41.3\n'))
  await expect(page.getByLabel('Column 1', { exact: true })).toHaveValue('time')
  await expect(page.getByLabel('Column 2', { exact: true })).toHaveValue('weight')
  await page.getByLabel('Between the columns').selectOption('Comma ,')
  await expect(page.getByLabel('Column 2', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose')
  await page.getByLabel('Between the columns').selectOption('Vertical bar |')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('button', { name: 'Store 2 readings' })).toBeVisible()
})

test('a scale that sends raw counts is calibrated by two weighings; a LoRaWAN device is assigned by its DevEUI', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const send = (fields: object) => beekeeper.api.post('/ingest/beep', { key: controller.deviceKey, ...fields })
  await send({ w_v: 500_000, t_i: 34 })
  const eui = (last: number) => `0004A30B${String(process.pid).padStart(7, '0')}${last}`
  const uplink = { end_device_ids: { dev_eui: eui(1) }, uplink_message: { decoded_payload: { battery: 3.9 } } }
  await beekeeper.api.post('/ingest/ttn', uplink, { authorization: `Bearer ${controller.deviceKey}` })
  await signIn(page, beekeeper)
  await page.goto('/settings/import')
  await expect(page.getByText(/Last count: 500['’]000/)).toBeVisible()
  await page.getByLabel('Count with nothing on the scale').fill('100000')
  await page.getByRole('button', { name: 'Calibrate' }).click()
  await expect(page.getByText('Enter two different counts')).toBeVisible()
  await page.getByLabel('That weight').fill('40')
  const readings = page.getByLabel('Which readings it is for')
  await readings.selectOption('From a moment on')
  await expect(page.getByLabel('Valid from')).not.toHaveValue('')
  await readings.selectOption({ index: 0 })
  await expectSound(page, 'a calibration')
  await page.getByRole('button', { name: 'Calibrate' }).click()
  await expect(page.getByText('That is 40.0 kg.')).toBeVisible()

  await page.getByText('Assign devices').click()
  const devEui = page.getByLabel(/DevEUI of Waldrand/)
  await expect(devEui).toHaveValue(eui(1))
  await devEui.fill('0004-A30B')
  const form = page.locator('form', { has: devEui })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A DevEUI has 16 characters')).toBeVisible()
  await expectSound(page, 'devices with an error')
  await devEui.fill(eui(2).toLowerCase())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Device saved.')).toBeVisible()
})

test('the import page is accessible and fits in other languages', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await addScale(beekeeper, await claimController(beekeeper), 1, 'Volk 1')
  await signIn(page, beekeeper)
  await page.goto('/settings/import')
  await page.locator('input[type=file]').setInputFiles(csv('waage.csv', swissTable()))
  await expect(page.locator('main form button[type=submit]').first()).toBeVisible()
  await expectSoundIn(page, looks, 'columns')
  await page.locator('main form button[type=submit]').first().click()
  await expect(page.locator('main [role=img]').first()).toBeVisible()
  await expectSoundIn(page, looks, 'findings')
  await page.goto('/settings/import')
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('hives.csv', tableOf('Linde', 'Magazin beim großen Bienenhaus')))
  await page.locator('main form button[type=submit]').first().click()
  await expect(page.locator('main select[name=rows]')).toBeVisible()
  await expectSoundIn(page, looks, 'names')
})
