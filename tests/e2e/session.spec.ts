import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { signIn as startSession } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const password = 'bienenstand'
let counted = 0
const newEmail = () => `session-${process.pid}-${++counted}@example.ch`

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

async function signIn(page: Page, email: string): Promise<void> {
  await fillIn(page, { 'E-mail address': email, Password: password })
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('over plain http, a new beekeeper creates an account, registers a transmitter, sees it, and signs in again', async ({
  page,
  serverUrl,
}) => {
  const home = serverUrl.replace('localhost', 'hive.test')
  const email = newEmail()
  await page.goto(`${home}/?lang=en`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  await page.getByRole('link', { name: 'Create an account' }).click()
  // the previous page has a field with the same name
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await fillIn(page, { 'E-mail address': email, Password: password, 'Repeat the password': 'other' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('The passwords do not match.')).toBeVisible()
  await expect(page.getByText('Please accept the terms of service.')).toBeVisible()
  await expect(page.getByLabel('Repeat the password')).toBeFocused()
  await fillIn(page, { 'Repeat the password': password })
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'Your name and address' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fill in this field.')).toHaveCount(5)
  const address = { 'First name': 'Anna', 'Last name': 'Muster', 'Street and number': 'Waldweg 1' }
  await fillIn(page, { ...address, 'Postal code': '3000', Town: 'Bern' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  // without https there is no camera, which leaves a photo of the label or typing
  await page.getByRole('main').getByRole('link', { name: 'Scan the label' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const imei = `356${String(process.pid).padStart(12, '0')}`
  const imsi = `228${String(process.pid).padStart(12, '0')}`
  await fillIn(page, { IMEI: imei.slice(1), IMSI: `${imsi}O`, Name: 'Waldrand' })
  await page.getByRole('button', { name: 'Register transmitter' }).click()
  await expect(page.getByText('This number has exactly 15 digits.')).toBeVisible()
  await expect(page.getByText('Enter digits only.')).toBeVisible()
  await fillIn(page, { IMEI: imei, IMSI: `${imsi.slice(0, 5)} ${imsi.slice(5, 10)}-${imsi.slice(10)} ` })
  await page.getByRole('button', { name: 'Register transmitter' }).click()
  await expect(page.getByText('Waldrand is registered')).toBeVisible()

  const deviceKey = await page.getByLabel('Device key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const reading = { time: new Date().toISOString(), channel: 1, weight: 41.5 }
  await sendReadings(serverUrl, { id: 0, imei, imsi, deviceKey }, [reading])
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Waldrand' })).toBeVisible()
  await expect(page.getByText('41.5', { exact: false }).first()).toBeVisible()

  await page.goto(`${home}/settings/notifications`)
  await expect(page.getByText('need an address that begins with https')).toBeVisible()
  await expect(page.getByText('Turn on this device')).toHaveCount(0)
  await page.goto(`${home}/logout`)
  await signIn(page, email)
  await expect(page).toHaveURL(`${home}/dashboard`)
})

test('a wrong password is reported; the requested page opens after the right one', async ({ page, serverUrl }) => {
  const { email } = await registerBeekeeper(serverUrl)
  await page.goto('/settings/scales?lang=en')
  await expect(page).toHaveURL(/\/\?from=/)
  await fillIn(page, { 'E-mail address': email, Password: 'wrong' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('E-mail address or password is wrong.')
  await fillIn(page, { Password: password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/settings\/scales/)
})

test('signing in never leads to an address of another site', async ({ page, serverUrl }) => {
  const { email } = await registerBeekeeper(serverUrl)
  await page.goto(`/?lang=en&from=${encodeURIComponent('//example.org/dashboard')}`)
  await signIn(page, email)
  await expect(page).toHaveURL(`${serverUrl}/dashboard`)
})

test('a session ended by the server leads to the sign-in screen, and then back to what was typed', async ({
  page,
  context,
  serverUrl,
}) => {
  const { email } = await registerBeekeeper(serverUrl)
  await page.goto('/?lang=en')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/settings/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Anna')
  // the save must be the first request that is refused
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByLabel('First name').fill('Annamaria')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/\?from=%2Fsettings%2Fprofile/)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByText('what you were typing is kept')).toBeVisible()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/settings\/profile/)
  await expect(page.getByLabel('First name')).toHaveValue('Annamaria')
  await expect(page.getByText('What you were typing is back.')).toBeVisible()
})

test('signing out forgets everything but the language, in other tabs too', async ({ page, context, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Secret place')
  await page.goto('/?lang=fr')
  await fillIn(page, { 'Adresse e-mail': beekeeper.email, 'Mot de passe': password })
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/settings/controllers')
  await expect(page.getByText('Secret place')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/settings/controllers')
  await expect(other.getByText('Secret place')).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(stored).toContain('Secret place')

  await page.goto('/logout')
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
  await expect(page).toHaveURL(`${serverUrl}/`)
  await expect.poll(stored).toBe(JSON.stringify({ 'hivewatch.locale': 'fr' }))
  await expect(other).toHaveURL(/\/\?from=/)
  await expect(other.getByText('Secret place')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/\?from=/)
})

test('every settings screen has an address of its own, and on a phone they form a list', async ({
  page,
  serverUrl,
}) => {
  await startSession(page, await registerBeekeeper(serverUrl))

  await test.step('each screen has its title, and its place in the menu', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const [address, title] of [
      ['/settings/profile', 'Profile'],
      ['/settings/account', 'Account'],
      ['/settings/controllers', 'Transmitters'],
      ['/settings/register', 'Register transmitter'],
      ['/settings/scales', 'Scales'],
      ['/settings/watches', 'Watching'],
      ['/settings/notifications', 'Notifications'],
    ] as const) {
      await page.goto(address)
      const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current="page"]')
      await expect(current).toHaveText(title)
      await expect(current).toBeInViewport()
      await expect(page).toHaveTitle(`${title} · HiveWatch`)
    }
    await page.goto('/settings')
    await expect(page).toHaveURL(/\/settings\/profile/)
    await expect(page.getByLabel('First name')).toHaveValue('Anna')
  })

  await test.step('each screen leads back to the list', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/settings')
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await expect(settings.getByRole('link')).toHaveCount(14)
    await expectSound(page, 'settings')
    await settings.getByRole('link', { name: 'Notifications' }).click()
    await expect(page).toHaveURL(/\/settings\/notifications/)
    await settings.getByRole('link', { name: 'All settings' }).click()
    await expect(settings.getByRole('link')).toHaveCount(14)
    await expect(page).toHaveURL(/\/settings$/)

    await settings.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('First name').fill('Annabelle')
    // as when the phone is turned
    await page.setViewportSize({ width: 740, height: 360 })
    await expect(settings.getByRole('link')).toHaveCount(14)
    await expect(page.getByLabel('First name')).toHaveValue('Annabelle')
  })
})

test('the language data is loaded in a worker thread, as the security policy of the page allows', async ({
  page,
  serverUrl,
}) => {
  const beside = page.waitForEvent('worker')
  await page.goto(`${serverUrl}/?lang=fr`)
  expect((await beside).url()).toMatch(/^data:text\/javascript,l='fr';.*close\(\)$/)
  await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
})

test('an unknown address links to the dashboard; the language in an address is used, and a chosen one is remembered', async ({
  page,
  serverUrl,
}) => {
  // an unknown address says so and leads on
  await page.goto('/nowhere/at/all?lang=en')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · HiveWatch')
  await expect(page.getByRole('link', { name: 'To the dashboard' })).toHaveAttribute('href', '/dashboard')

  for (const [locale, title] of [
    ['de', 'Anmelden'],
    ['fr', 'Se connecter'],
    ['es', 'Iniciar sesión'],
    ['en', 'Sign in'],
  ]) {
    await page.goto(`/?lang=${locale}`)
    await expect(page.getByRole('heading', { name: title! })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', locale!)
  }
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()

  await page.goto('/?lang=en')
  const { email, api } = await registerBeekeeper(serverUrl)
  await signIn(page, email)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await expect(page.getByRole('heading', { name: 'Más' })).toBeVisible()
  await expect.poll(async () => (await api.get<{ language: string }>('/user/language')).language).toBe('es')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  // a signed-in user is led on from the start page at once
  await page.goto('/?lang=fr')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})
