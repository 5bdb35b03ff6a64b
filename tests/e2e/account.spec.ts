import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { test } from '../support/browser/outside-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { createCodeApp } from '../support/services/code-app.ts'

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

async function expectScreen(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page, where)
}

/** The link in the newest mail to an address, as its reader sees it. */
async function linkTo(received: { to: string[]; raw: string }[], email: string): Promise<string> {
  const links = () =>
    received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ raw }) => /http:\S+\/password\/reset\/[\w-]+/.exec(raw.replaceAll('=\r\n', ''))?.[0] ?? [])
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1)!
}

/** The same person on another device. */
async function otherDevice(browser: Browser, beekeeper: { email: string; password: string }, url: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}/?lang=en`)
  await fillIn(page, { 'E-mail address': beekeeper.email, Password: beekeeper.password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return page
}

test('a mailed link lets somebody who forgot the password set a new one, and works only once', async ({
  page,
  browser,
  serverUrl,
  mailbox,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const other = await otherDevice(browser, beekeeper, serverUrl)
  await page.goto('/?lang=en')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await fillIn(page, { 'E-mail address': beekeeper.email })
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
  await expectScreen(page, 'the request')

  const link = await linkTo(mailbox.received, beekeeper.email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
  await fillIn(page, { 'New password': 'a new, long one', 'Repeat the new password': 'another one' })
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('The passwords do not match.')).toBeVisible()
  await expectScreen(page, 'the new password')
  await fillIn(page, { 'Repeat the new password': 'a new, long one' })
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Password saved.')).toBeVisible()
  await expect(page).toHaveURL(`${serverUrl}/`)

  await fillIn(page, { 'E-mail address': beekeeper.email, Password: beekeeper.password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('E-mail address or password is wrong.')
  await fillIn(page, { Password: 'a new, long one' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await other.goto(`${serverUrl}/settings/profile`)
  await expect(other).toHaveURL(/\/\?from=/)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expectScreen(other, 'a link that was used')
  await other.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(other).toHaveURL(/\/password\/request/)
})

test('a reset requested for an unknown address gets the same answer, but no mail', async ({ page, mailbox }) => {
  await page.goto('/password/request?lang=en')
  await fillIn(page, { 'E-mail address': 'nobody@example.org' })
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
  expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('nobody@example.org')
})

test('changing the password requires the current one and signs out the other devices', async ({
  page,
  browser,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const other = await otherDevice(browser, beekeeper, serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Fill in this field.')).toHaveCount(2)
  await fillIn(page, {
    'Current password': 'wrong',
    'New password': 'a new, long one',
    'Repeat the new password': 'a new, long one',
  })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your current password is wrong.')).toBeVisible()
  await fillIn(page, { 'Current password': beekeeper.password })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password saved.')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  await other.goto(`${serverUrl}/settings/profile`)
  await expect(other).toHaveURL(/\/\?from=/)
  await fillIn(other, { 'E-mail address': beekeeper.email, Password: 'a new, long one' })
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/settings\/profile/)
})

test('devices are listed and signed out, and a token for scripts is created and revoked', async ({
  page,
  browser,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const second = await otherDevice(browser, beekeeper, serverUrl)
  const third = await otherDevice(browser, beekeeper, serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
  // one more was created together with the account, through the API
  await expect(devices).toHaveCount(4)
  await expect(devices.first()).toContainText('Chrome · Linux')
  await expect(devices.first()).toContainText('this device')
  await devices.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Device signed out; it no longer rings.')).toBeVisible()
  await expect(devices).toHaveCount(3)
  await third.goto(`${serverUrl}/settings/profile`)
  await expect(third).toHaveURL(/\/\?from=/)
  await second.goto(`${serverUrl}/settings/profile`)
  await expect(second.getByLabel('First name')).toHaveValue('Anna')
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(devices).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign out all others' })).toHaveCount(0)
  await second.goto(`${serverUrl}/settings/scales`)
  await expect(second).toHaveURL(/\/\?from=/)

  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spreadsheet')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a token' }).click()
  const focused = page.locator(':focus')
  await expect(focused, 'the keyboard goes on at the token').toContainText('I have copied it')
  const address = await page.getByLabel('Address for a spreadsheet (IMPORTDATA)').inputValue()
  expect((await page.request.get(address)).status(), 'the token reads').toBe(200)
  await expectScreen(page, 'a new token')
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(focused).toContainText('Revoke')
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No token yet')).toBeVisible()
  await expect(focused).toContainText('No token yet')
  expect((await page.request.get(address)).status(), 'and no longer').toBe(401)
})

test('a passkey is added, renamed, used instead of the password, and removed', async ({ page, context, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  await expect(page.getByText('No passkey yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkeys).toContainText('Linux · Chrome')
  await expect(passkeys).toContainText('never')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('this device may already have one')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(passkeys).toContainText('My phone')

  await page.goto('/logout')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/settings/account')
  await expect(passkeys).not.toContainText('never')
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkey yet')).toBeVisible()
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('We do not know this passkey.')
})

test('one-time codes are set up on a phone and required besides the password; a recovery code works instead', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Turn one-time codes on' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectScreen(page, 'setting codes up')
  const phone = createCodeApp(await sheet.locator('code').innerText())
  await sheet.getByLabel('Code that the app shows').fill('12')
  await sheet.getByRole('button', { name: 'Turn on' }).click()
  await expect(sheet.getByText('Enter the six digits.')).toBeVisible()
  await sheet.getByLabel('Code that the app shows').fill(phone.show(Date.now()))
  await sheet.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectScreen(page, 'recovery codes')
  const recoveryCode = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(codes).toHaveCount(0)
  await expect(page.getByText('10 left')).toBeVisible()

  const enter = async (code: string) => {
    await page.goto('/logout')
    await fillIn(page, { 'E-mail address': beekeeper.email, Password: beekeeper.password })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await fillIn(page, { 'One-time code or recovery code': code })
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await enter('nonsense')
  await expect(page.getByText('This code is wrong, too old, or was used already.')).toBeVisible()
  await expectScreen(page, 'a wrong code')
  // the code that turned them on has been used; the next one is already valid
  await fillIn(page, { 'One-time code or recovery code': phone.show(Date.now() + 30_000) })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await enter(recoveryCode)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/settings/account')
  await expect(page.getByText('9 left')).toBeVisible()
})

test('a beekeeper downloads everything and deletes the account; the next owner of the transmitter sees none of it', async ({
  page,
  browser,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Secret place')
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 43.215 }])
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const sheet = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Download everything' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^hivewatch-\d{4}-\d\d-\d\d\.json$/)
  const taken = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(taken.account.email).toBe(beekeeper.email)
  expect(taken.controllers[0].scales[0].readings[0][1]).toBe(43.215)

  await sheet.getByLabel('Password', { exact: true }).fill('wrong')
  await sheet.getByRole('button', { name: 'Delete for good' }).click()
  await expect(sheet.getByText('Your current password is wrong.')).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(beekeeper.password)
  await sheet.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Secret place')
  await fillIn(page, { 'E-mail address': beekeeper.email, Password: beekeeper.password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('E-mail address or password is wrong.')

  const next = await registerBeekeeper(serverUrl)
  const { imei, imsi } = controller
  await next.api.post('/registration/controller', {
    imei,
    imsi,
    name: 'Second hand',
    location: { latitude: 47, longitude: 8 },
    updateInterval: 1,
  })
  const theirs = await otherDevice(browser, next, serverUrl)
  await theirs.goto(`${serverUrl}/dashboard`)
  await expect(theirs.getByRole('heading', { name: 'Second hand' })).toBeVisible()
  await expect(theirs.getByText('43.2')).toHaveCount(0)
})

test('an account without a postal address has to enter it first, on every page, and only then sees the page', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl, { street: '' })
  await page.goto('/settings/account?lang=en')
  await fillIn(page, { 'E-mail address': beekeeper.email, Password: beekeeper.password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Your name and address' })).toBeVisible()
  for (const address of ['/dashboard', '/timeline', '/settings/account']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Your name and address' })).toBeVisible()
  }
  await expectScreen(page, 'the forced profile')
  await fillIn(page, { 'Street and number': 'Wabenweg 3' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible()
})

const phone = { width: 360, height: 800 }
const desktop = { width: 1280, height: 800 }
const looks: Look[] = [
  { locale: 'de', viewport: phone, colorScheme: 'light', variant: 'hivewatch' },
  { locale: 'fr', viewport: desktop, colorScheme: 'dark', variant: 'biovet' },
  { locale: 'es', viewport: phone, colorScheme: 'dark', variant: 'hivewatch' },
  { locale: 'en', viewport: desktop, colorScheme: 'light', variant: 'biovet' },
]

test('the account screen is accessible and fits in every language', async ({ page, browser, serverUrl }) => {
  const see = async (what: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSoundIn(page, looks, what)
  }
  const beekeeper = await registerBeekeeper(serverUrl)
  await otherDevice(browser, beekeeper, serverUrl)
  await page.goto('/password/request')
  await see('request')
  await page.goto('/password/reset/nothing')
  await expect(page.locator('main a[href="/password/request"]')).toBeVisible()
  await see('a wrong link')
  await page.goto('/')
  await see('signing in')
  await signIn(page, beekeeper)
  await page.goto('/settings/account')
  await page.waitForLoadState('networkidle')
  await see('account')
  await page.locator('button[data-kind="danger"]').click()
  await page.getByRole('dialog').locator('button[type="submit"]').click()
  await see('leaving')
})
