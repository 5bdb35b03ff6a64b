import type { Browser, Page } from '@playwright/test'
import {
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { storeIn } from '../support/server/server-store.ts'

const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]', { hasText: text })

/** An owner with a transmitter that sends, and somebody else. */
async function neighbors(serverUrl: string) {
  const owner = await registerBeekeeper(serverUrl)
  const controller = await claimController(owner, 'Lindenhof')
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 33.4 }])
  const watcher = await registerBeekeeper(serverUrl)
  const makeCode = async (): Promise<string> => {
    const made = await owner.api.post<{ watchCode: string }>(`/controller/${controller.id}/watchCode`, {})
    return made.watchCode
  }
  return { owner, watcher, controller, makeCode }
}

async function pageOf(browser: Browser, beekeeper: Beekeeper, serverUrl: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: serverUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  await signIn(page, beekeeper)
  return page
}

const card = (page: Page) => page.getByRole('region', { name: 'Let others watch' })

test('an owner gives out a code or its link, somebody watches, and the owner ends it at once', async ({
  page,
  browser,
  serverUrl,
}) => {
  const { owner, watcher, controller } = await neighbors(serverUrl)
  const owners = await pageOf(browser, owner, serverUrl)
  await signIn(page, watcher)

  await test.step('with a code, until it is switched off', async () => {
    await owners.goto(`/settings/controllers/${controller.id}?part=sharing`)
    await expect(card(owners).getByText('Nobody watches')).toBeVisible()
    await card(owners).getByRole('button', { name: 'Make a code' }).click()
    const code = await card(owners).getByText('Code', { exact: true }).locator('..').innerText()
    const [, letters] = /Code\s+([0-9A-Z]{4})\b/.exec(code) ?? []

    await page.goto('/settings/watches')
    await expect(page.getByText('You are not watching any transmitter')).toBeVisible()
    await page.getByLabel('Code of the transmitter').fill(` ${letters!.toLowerCase()} `)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(toast(page, 'You watch this transmitter now.')).toBeVisible()
    await expect(page.getByText('Lindenhof')).toBeVisible()
    await expect(page.getByText('Anna Muster')).toBeVisible()

    await page.goto('/dashboard')
    const watched = page.getByRole('region', { name: 'Lindenhof' })
    await expect(watched.getByText('Watched')).toBeVisible()
    await expect(watched).toContainText('33.4')
    await page.goto('/settings/scales')
    await page.getByRole('button', { name: /Scale 1|Channel 1/ }).click()
    await expect(page.getByText('You watch this scale: only its owner can change it.')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Archive' })).toHaveCount(0)

    await page.goto('/dashboard')
    await expect(watched).toBeVisible()
    await owners.reload()
    await expect(card(owners).getByText('1 person watches')).toBeVisible()
    await card(owners).getByRole('button', { name: 'Switch off' }).click()
    await expect(owners.getByRole('alertdialog')).toContainText('1 person no longer sees this transmitter')
    await owners.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    await expect(toast(owners, 'Nobody watches this transmitter any more.')).toBeVisible()
    await expect(watched).toHaveCount(0)
    await page.goto('/settings/watches')
    await expect(page.getByText('You are not watching any transmitter')).toBeVisible()
  })

  await test.step('with the owner’s link, which fills in the code, until the owner removes the watcher', async () => {
    await owners.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await owners.goto(`/settings/controllers/${controller.id}?part=sharing`)
    await card(owners).getByRole('button', { name: 'Make a code' }).click()
    await card(owners).getByRole('button', { name: 'Copy link' }).click()
    await expect(toast(owners, 'Link copied.')).toBeVisible()
    const link = await owners.evaluate(() => navigator.clipboard.readText())

    await page.goto(link)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByText('Lindenhof')).toBeVisible()

    await owners.reload()
    await card(owners).getByRole('button', { name: 'Remove' }).click()
    await owners.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(card(owners).getByText('Nobody watches')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You are not watching any transmitter')).toBeVisible()
  })
  await owners.context().close()
})

test('somebody who stops watching can undo that, even if the code has changed', async ({ page, serverUrl }) => {
  const { watcher, makeCode } = await neighbors(serverUrl)
  await watcher.api.post('/controller/watches', { code: await makeCode() })
  await makeCode()
  await signIn(page, watcher)
  await page.goto('/settings/watches')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('You are not watching any transmitter')).toBeVisible()
  await toast(page, 'You no longer watch Lindenhof.').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'You watch this transmitter now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  expect(await watcher.api.get<unknown[]>('/controller')).toHaveLength(1)
})

test('a wrong code says what to do, and after ten of them the user has to wait', async ({ page }, testInfo) => {
  // a separate server: attempts are also counted by address, and all tests use the same one
  const server = await startServerProcess(await storeIn(testInfo.outputPath('server')))
  const url = server.url.replace('127.0.0.1', 'localhost')
  const { watcher, makeCode } = await neighbors(url)
  await signIn(page, watcher, url)
  await page.goto(`${url}/settings/watches`)
  const field = page.getByLabel('Code of the transmitter')
  const attempt = async (code: string) => {
    await field.fill(code)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
  }
  await attempt('K7Q')
  await expect(page.getByText('A code has exactly 4 characters.')).toBeVisible()
  for (let i = 0; i < 10; i++) {
    const answer = page.waitForResponse('**/api/controller/watches')
    await attempt(`UU${i}U`)
    expect((await answer).status()).toBe(404)
    await expect(page.getByText('No transmitter has this code.')).toBeVisible()
  }
  await attempt(await makeCode())
  await expect(page.getByText(/^Too many wrong codes\. Try again in [56]\d\sminutes\.$/)).toBeVisible()
  expect(await watcher.api.get('/controller')).toEqual([])
  await server.stop()
})

const looks: Look[] = [
  { locale: 'es', variant: 'hivewatch', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { locale: 'de', variant: 'biovet', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
]

test('the screens of owner and watcher are accessible and fit in other languages', async ({ page, serverUrl }) => {
  const { owner, watcher, makeCode } = await neighbors(serverUrl)
  await watcher.api.post('/controller/watches', { code: await makeCode() })
  const own = await claimController(watcher, 'Am Bach')
  const { watchCode } = await watcher.api.post<{ watchCode: string }>(`/controller/${own.id}/watchCode`, {})
  await owner.api.post('/controller/watches', { code: watchCode })
  await signIn(page, watcher)
  await page.goto('/settings/watches')
  await expect(page.getByText('Lindenhof')).toBeVisible()
  await page.locator('form').getByRole('button').click()
  await expectSoundIn(page, looks, 'watches')
  await page.goto(`/settings/controllers/${own.id}?part=sharing`)
  await expect(page.getByText(watchCode)).toBeVisible()
  await page.getByText(watchCode).scrollIntoViewIfNeeded()
  await expectSoundIn(page, looks, 'the code card')
})
