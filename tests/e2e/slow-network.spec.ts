import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { startWeakNetwork } from '../support/browser/weak-network.ts'

test('a missing answer is reported, and waiting for it can be stopped without losing anything, even in a sheet', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const network = await startWeakNetwork(serverUrl)
  await signInOn(page, beekeeper, network.url)
  await page.goto(`${network.url}/settings/profile`)
  const slow = page.getByText('The network is slow.', { exact: false })
  const cancel = page.getByRole('button', { name: 'Stop waiting' })
  const save = page.getByRole('button', { name: 'Save' })
  network.state.hangs = '/api/user/'
  await page.getByLabel('Street').fill('Lindenweg 7')
  await save.click()
  await expect(slow).toBeVisible()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expectSound(page, 'slow')
  await cancel.click()
  await expect(slow).toBeHidden()
  await expect(page.getByText('Canceled. It may still have reached the server', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Street')).toHaveValue('Lindenweg 7')

  network.release()
  await save.click()
  await expect(page.getByText('Canceled.', { exact: false })).toBeHidden()
  await expect
    .poll(async () => (await beekeeper.api.get<{ profile: { street: string } }>('/user/ping')).profile.street)
    .toBe('Lindenweg 7')

  await page.goto(`${network.url}/settings/account`)
  await page.getByRole('button', { name: 'Make a token' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').first().fill('Spreadsheet')
  network.state.hangs = '/api/user/'
  await sheet.getByRole('button', { name: 'Make a token' }).click()
  await expect(sheet.getByText('The network is slow.', { exact: false })).toBeVisible()
  await expectSound(page, 'slow-sheet')
  await sheet.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(slow).toBeHidden()
  await network.close()
})

/** Blocks everything of the app until it is released. */
async function holdApp(page: Page): Promise<() => void> {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('a sign-in form that is filled in and sent before the app has loaded signs in once it has', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const release = await holdApp(page)
  await page.goto('/?lang=fr', { waitUntil: 'commit' })
  const early = page.locator('#early-form')
  await page.getByLabel('Adresse e-mail').fill(beekeeper.email)
  await page.getByLabel('Mot de passe').fill(beekeeper.password)
  await expectSound(page, 'early-form')
  await early.getByRole('button', { name: 'Se connecter' }).click()
  await expect(early).toHaveAttribute('aria-busy', 'true')
  await expect(early.getByRole('status')).toHaveText('Chargement de l’application …')
  release()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(early).toHaveCount(0)
})

test('a device without stored data shows the hives of the signed-in user before the app has loaded', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 38.4 }])
  await signIn(page, beekeeper, serverUrl)
  const release = await holdApp(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard?lang=en', { waitUntil: 'commit' })
  const early = page.locator('#early-picture')
  await expect(early.getByRole('heading', { name: 'Waldrand' })).toBeVisible()
  await expect(early.getByRole('listitem')).toContainText('38.4')
  await expect(early.getByRole('status')).toHaveText('Loading the app …')
  await expectSound(page, 'early-hives')
  release()
  await expect(early).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Waldrand' })).toBeVisible()
})

test('the hives shown before are in the language of the account, even on a device in another, and no connection stays open', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await beekeeper.api.post('/user/language', { language: 'fr' })
  await claimController(beekeeper, 'Waldrand')
  await signIn(page, beekeeper, serverUrl)
  const release = await holdApp(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const early = page.locator('#early-picture')
  await expect(early.getByRole('heading', { level: 1, name: 'Aujourd’hui' })).toBeVisible()
  await expect(early).toHaveAttribute('lang', 'fr')
  release()
  await expect(early).toHaveCount(0)
  await page.waitForLoadState('networkidle')
})
