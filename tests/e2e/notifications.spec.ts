import type { Page } from '@playwright/test'
import {
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { type Outside, test } from '../support/browser/outside-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { BOT_TOKEN, CHAT } from '../support/services/chat-services.ts'
import { wordsOf } from '../support/services/read-mail.ts'

let counted = 0
const newNumber = () => `+4179${String(process.pid % 1000).padStart(3, '0')}${String(++counted).padStart(4, '0')}`
const newEmail = () => `alarm-${process.pid}-${++counted}@example.ch`

const mailsTo = ({ mails }: Outside, address: string) => mails.received.filter(({ to }) => to.includes(address))
const smsTo = ({ sms }: Outside, number: string) =>
  sms
    .texts()
    .filter(({ to }) => to === number)
    .map(({ text }) => text)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Lifts the hive off: a disturbance, as a real transmitter would report it. */
async function liftHive(url: string, controller: ClaimedController): Promise<void> {
  const now = Date.now()
  const readings = Array.from({ length: 40 }, (_, n) => ({
    time: new Date(now - (40 - n) * 600_000).toISOString(),
    channel: 1,
    weight: n < 37 ? 42 : 1.2,
  }))
  await sendReadings(url, controller, readings)
}

async function openNotifications(page: Page): Promise<void> {
  await page.goto('/settings/notifications')
  await expect(page.getByRole('heading', { name: 'Where alarms go' })).toBeVisible()
}

/** Adds an email address by entering its code; nothing is sent to it before that. */
async function addEmail(page: Page, outside: Outside, address: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send alarms there too' }).click()
  await expect(card(page, address)).toContainText('Waits for its code')
  await expect.poll(() => mailsTo(outside, address).length).toBe(1)
  const code = /\b\d{6}\b/.exec(wordsOf(mailsTo(outside, address)[0]!))![0]
  await card(page, address).getByLabel('Code').fill(code)
  await card(page, address).getByRole('button', { name: 'Confirm' }).click()
  await expect(card(page, address)).toContainText('Active')
  outside.mails.received.length = 0
}

async function addNumber(page: Page, outside: Outside, number: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(number)
  await page.getByRole('button', { name: 'Send a code there' }).click()
  await expect(card(page, number)).toContainText('Waits for its code')
  const code = smsTo(outside, number)[0]!.slice(0, 6)
  await card(page, number).getByLabel('Code').fill(code)
  await card(page, number).getByRole('button', { name: 'Confirm' }).click()
  await expect(card(page, number)).toContainText('Active')
}

test('an e-mail address and a mobile number are confirmed and get a test alarm', async ({
  page,
  serverUrl,
  outside,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Bienenstand hinter der alten Mühle am oberen Waldrand')
  await signIn(page, beekeeper)
  await openNotifications(page)
  await expect(page.getByText('No alarm reaches you yet')).toBeVisible()

  const address = newEmail()
  await addEmail(page, outside, address)
  await card(page, address).getByRole('button', { name: 'Test', exact: true }).click()
  await expect.poll(() => mailsTo(outside, address).length).toBe(1)
  expect(mailsTo(outside, address)[0]!.raw).toContain('Subject: Test alarm')
  await expect(card(page, address)).not.toContainText('Never yet')

  await page.getByText('How an alarm reads as an SMS').click()
  await expect(page.getByText(/Swarm at Bienenstand hinter .*\? -1\.9\skg, Sun 11:55/)).toBeVisible()
  await expect(page.getByText(/^\d+ of 160 characters of one SMS\.$/)).toBeVisible()

  await page.getByLabel('Mobile number').fill('031 123 45 67')
  await page.getByRole('button', { name: 'Send a code there' }).click()
  await expect(page.getByText('This is not a mobile number.')).toBeVisible()
  const number = newNumber()
  await page.getByLabel('Mobile number').fill(number.replace('+41', '0'))
  await page.getByRole('button', { name: 'Send a code there' }).click()
  const code = card(page, number).getByLabel('Code')
  await expect(code).toBeVisible()
  const sent = smsTo(outside, number)[0]!.slice(0, 6)
  await code.fill(sent === '111111' ? '222222' : '111111')
  await card(page, number).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is wrong or too old.')).toBeVisible()
  await expect(card(page, number).getByRole('button', { name: 'Test', exact: true })).toHaveCount(0)
  await card(page, number).getByRole('button', { name: 'Send a new code' }).click()
  await expect.poll(() => smsTo(outside, number).length).toBe(2)
  await code.fill(smsTo(outside, number)[1]!.slice(0, 6))
  await card(page, number).getByRole('button', { name: 'Confirm' }).click()
  await expect(card(page, number)).toContainText('Active')
  await card(page, number).getByRole('button', { name: 'Test', exact: true }).click()
  await expect.poll(() => smsTo(outside, number).at(-1)).toContain('Test alarm')

  await card(page, number).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page, number)).toHaveCount(0)
})

test('added services get a test at once and say what is wrong, and a webhook has a log', async ({
  page,
  serverUrl,
  outside: { chats, hook },
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, beekeeper)
  await openNotifications(page)
  const add = page.getByRole('button', { name: 'Add and send a test' })
  await page.getByLabel('Which service').selectOption('Telegram')
  await page.getByLabel('Bot token').fill(BOT_TOKEN)
  await page.getByLabel('Chat', { exact: true }).fill('7')
  await add.click()
  await expect(page.getByRole('alert')).toContainText('The bot does not know this chat.')
  // the button that was pressed is below it
  await expect(page.locator(':focus')).toContainText('The bot does not know this chat.')
  await expect(card(page, '7')).toContainText('The bot does not know this chat.')
  await page.getByLabel('Bot token').fill(BOT_TOKEN)
  await page.getByLabel('Chat', { exact: true }).fill(String(CHAT))
  await add.click()
  await expect(card(page, String(CHAT))).toContainText('Active')
  expect(chats.telegram.map(({ text }) => text)).toEqual([expect.stringContaining('Test alarm')])

  await page.getByLabel('Which service').selectOption('Webhook')
  await page.getByLabel('Address', { exact: true }).fill(`${hook.url}/hook`)
  await add.click()
  await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await card(page, `${hook.url}/hook`).getByRole('button', { name: 'Log' }).click()
  const log = page.getByRole('dialog')
  await expect(log).toContainText('Test')
  await log.locator('summary', { hasText: 'What was sent (1 try)' }).click()
  await expectSound(page, 'the log of a webhook')
  await log.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => hook.received.map(({ body }) => body.type)).toEqual(['test', 'test'])
})

test('a channel rings only for the transmitters chosen for it, and waits during quiet hours', async ({
  page,
  serverUrl,
  outside,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const [woods, lake] = [await claimController(beekeeper, 'Waldrand'), await claimController(beekeeper, 'Seeufer')]
  // Far from each other, so that what happens at one does not affect the other.
  await beekeeper.api.post(`/controller/${lake.id}`, { location: { latitude: 46.5, longitude: 6.6 } })
  await signIn(page, beekeeper)
  await openNotifications(page)
  const [address, number] = [newEmail(), newNumber()]
  await addEmail(page, outside, address)
  await addNumber(page, outside, number)

  await card(page, number).getByRole('button', { name: 'Change' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name').fill('Anna’s phone')
  await sheet.getByLabel('All my own').uncheck()
  for (const place of ['Waldrand', 'Seeufer']) await sheet.getByLabel(place).uncheck()
  await sheet.getByText('Choose', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('No transmitter is chosen.')).toBeVisible()
  await sheet.getByLabel('Seeufer').check()
  await sheet.getByLabel('Battery').uncheck()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Anna’s phone')).toContainText('Seeufer')
  await expect(card(page, 'Anna’s phone')).not.toContainText('Battery')

  await card(page, address).getByRole('button', { name: 'Change' }).click()
  await sheet.getByLabel('Quiet hours').check()
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toTimeString().slice(0, 5)
  const zone = await page.evaluate(() => new Date().getTimezoneOffset())
  const local = (hours: number) => clock(hours + (new Date().getTimezoneOffset() - zone) / 60)
  await sheet.getByLabel('From').fill(local(-2))
  await sheet.getByLabel('To', { exact: true }).fill(local(2))
  await sheet.getByRole('group', { name: 'Rings even then' }).getByLabel('Disturbance').uncheck()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, address)).toContainText(`${local(-2)}–${local(2)}`)

  await liftHive(serverUrl, woods)
  await liftHive(serverUrl, lake)
  await expect.poll(() => smsTo(outside, number).length).toBe(2)
  expect(smsTo(outside, number)[1]).toMatch(/was lifted, moved or tipped over, Seeufer, -40\.8\skg, /)
  const alarms = () => beekeeper.api.get<{ controllerId: number }[]>('/alarm?from=2026-01-01T00:00:00Z')
  await expect.poll(async () => (await alarms()).length).toBe(2)
  expect(mailsTo(outside, address)).toEqual([])

  await card(page, address).getByRole('button', { name: 'Change' }).click()
  await sheet.getByLabel('Quiet hours').uncheck()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => mailsTo(outside, address).length).toBe(2)
})

test('a watcher gets the alarms of a watched transmitter, on the channels they leave on for it', async ({
  page,
  serverUrl,
  outside,
}) => {
  const owner = await registerBeekeeper(serverUrl)
  const controller = await claimController(owner, 'Waldrand')
  const { watchCode } = await owner.api.post<{ watchCode: string }>(`/controller/${controller.id}/watchCode`, {})
  const watcher = await registerBeekeeper(serverUrl)
  await watcher.api.post('/controller/watches', { code: watchCode })
  await signIn(page, watcher)
  await openNotifications(page)
  const [chosen, other] = [newEmail(), newEmail()]
  await addEmail(page, outside, chosen)
  await addEmail(page, outside, other)
  for (const address of [chosen, other]) await expect(card(page, address)).toContainText('All my own and Waldrand')
  await card(page, other).getByRole('button', { name: 'Change' }).click()
  const watched = page.getByRole('dialog').getByLabel('Waldrand')
  await expect(watched).toBeChecked()
  await watched.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, other)).not.toContainText('Waldrand')

  await liftHive(serverUrl, controller)
  await expect.poll(() => mailsTo(outside, chosen).length).toBe(1)
  expect(mailsTo(outside, chosen)[0]!.raw).toContain('lifted, moved or tipped over')
  expect(mailsTo(outside, other)).toEqual([])
})

test('alarms of a transmitter are muted until a time, listed and unmuted', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Waldrand')
  await claimController(beekeeper, 'Seeufer')
  await signIn(page, beekeeper)
  await openNotifications(page)
  await page.getByRole('button', { name: 'Mute' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Which transmitter').selectOption('Seeufer')
  await sheet.getByLabel('Which alarm').selectOption('Swarm')
  await sheet.getByText('Until …').click()
  await sheet.getByLabel('Until', { exact: true }).fill('2020-01-01T10:00')
  await sheet.getByRole('button', { name: 'Mute' }).click()
  await expect(sheet.getByText('Choose a time in the future.')).toBeVisible()
  await sheet.getByText('2 h').click()
  await sheet.getByRole('button', { name: 'Mute' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Seeufer' })
  await expect(line).toContainText('Swarm')
  await expect(line).toContainText('until')
  type Muted = { notificationType: string; enddate: string }
  await expect.poll(async () => (await beekeeper.api.get<Muted[]>('/notification/mute')).length).toBe(1)
  await page.getByRole('button', { name: 'Unmute Swarm, Seeufer' }).click()
  await expect(page.getByText('Nothing is muted.')).toBeVisible()
  await expect.poll(async () => (await beekeeper.api.get<Muted[]>('/notification/mute')).length).toBe(0)
})

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const looks: Look[] = [
  { variant: 'hivewatch', colorScheme: 'light', locale: 'de', viewport: phone },
  { variant: 'biovet', colorScheme: 'dark', locale: 'fr', viewport: phone },
  { variant: 'hivewatch', colorScheme: 'dark', locale: 'es', viewport: desktop },
  { variant: 'biovet', colorScheme: 'light', locale: 'en', viewport: desktop },
]

// each is loaded in its variant, with its name and logo
for (const variant of ['hivewatch', 'biovet'] as const) {
  test(`the notification settings are accessible and fit: ${variant}`, async ({ page, serverUrl, outside }) => {
    const own = looks.filter((look) => look.variant === variant)
    const beekeeper = await registerBeekeeper(serverUrl)
    const controller = await claimController(beekeeper, 'Bienenstand am Waldrand')
    for (const type of ['swarm', 'activity'])
      await beekeeper.api.post(`/notification/mute?idcontroller=${controller.id}`, {
        notificationType: type,
        enddate: null,
      })
    const address = `anna.muster-beispiel-${variant}@imkerverein.example.ch`
    const { id } = await beekeeper.api.post<{ id: number }>('/notification', { type: 'email', address })
    await expect.poll(() => mailsTo(outside, address).length).toBe(1)
    const code = /\b\d{6}\b/.exec(wordsOf(mailsTo(outside, address)[0]!))![0]
    await beekeeper.api.post(`/notification/${id}/confirm`, { code })
    await beekeeper.api.post('/notification', { type: 'sms', address: newNumber() })
    await page.addInitScript((chosen) => localStorage.setItem('hivewatch.variant', chosen), variant)
    await signIn(page, beekeeper)
    await page.goto(`/settings/notifications?lang=${own[0]!.locale}`)
    await expect(page.locator('html')).toHaveAttribute('lang', own[0]!.locale)
    await expect(page.getByRole('heading', { name: address })).toBeVisible()
    await page.locator('details summary').first().click()
    await expectSoundIn(page, own, 'notifications')
    await page
      .getByRole('region', { name: /anna\.muster/ })
      .getByRole('button')
      .nth(1)
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').locator('input[type=radio]').nth(1).check()
    await page.getByRole('dialog').locator('input[name=everyOwn]').uncheck()
    await page.getByRole('dialog').locator('input[name=quiet]').check()
    await expectSoundIn(page, own, 'what a channel is for')
  })
}
