import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test as base } from '../support/browser/administrator-fixture.ts'
import {
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

const outside = { SUPPORT_URL: 'support', EXTERNAL_SHOP_URL: 'shop', FORUM_URL: 'forum' }

/** A server with every link in its bar. */
const test = base.extend({
  environment: [
    ({ environment }, use) => {
      const links = Object.entries(outside).map(([name, host]) => [name, `https://${host}.example.org`])
      return use({ ...environment, ...Object.fromEntries(links) })
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: desktop })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const search = (page: Page, words: string) => page.getByLabel(/^Search by/).fill(words)
const idOf = async ({ api }: Beekeeper) => (await api.get<{ userId: number }>('/user/ping')).userId

/** Creates a manager of a new affiliation. */
async function managerOf(name: string, serverUrl: string, { api }: Beekeeper) {
  const manager = await registerBeekeeper(serverUrl, { firstname: 'Max' })
  const { id } = await api.post<{ id: number }>('/admin/affiliation', { name })
  await api.post(`/admin/user/${await idOf(manager)}/profile`, { role: 2, affiliationId: id })
  return { manager, affiliationId: id }
}

test('an administrator finds a user, makes her the manager of a new affiliation, and switches her account off and on', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const berta = await registerBeekeeper(serverUrl, { firstname: 'Berta', lastname: 'Öttli' })
  for (let count = 0; count < 3; count++) await registerBeekeeper(serverUrl)
  await signInOn(page, administrator)
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expectSound(page, 'users-desktop')
  await search(page, 'öttli')
  await expect(main(page).getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/q=%C3%B6ttli/)

  await administrator.api.post('/admin/affiliation', { name: 'Bienenzüchterverein Oberaargau' })
  await page.getByRole('button', { name: 'Affiliations' }).click()
  const affiliations = page.getByRole('dialog', { name: 'Affiliations' })
  await affiliations.getByLabel('Name').fill('Verein Thun')
  await affiliations.getByRole('button', { name: 'Add affiliation' }).click()
  await expect(affiliations.getByRole('row', { name: /Verein Thun/ })).toBeVisible()
  for (const removing of await affiliations.getByRole('button', { name: /^Remove/ }).all())
    await expect(removing).toBeInViewport({ ratio: 1 })
  await affiliations.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: berta.email }).click()
  const sheet = page.getByRole('dialog', { name: berta.email })
  await expect(sheet.getByText('Signed-in devices')).toBeVisible()
  await expectSound(page, 'user-desktop')
  await sheet.getByLabel('Role').selectOption({ label: 'Manager (2)' })
  await expect(sheet.getByText('Without an affiliation a manager sees nobody.')).toBeVisible()
  await sheet.getByLabel('Affiliation').selectOption({ label: 'Verein Thun' })
  await sheet.getByLabel('Town').fill('Thun')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(main(page).getByRole('row', { name: /Verein Thun/ })).toContainText('Manager')
  expect(await berta.api.get('/user/ping')).toMatchObject({ role: 2, profile: { city: 'Thun' } })

  await page.getByRole('link', { name: berta.email }).click()
  await sheet.getByRole('button', { name: 'Switch off' }).click()
  const row = main(page).getByRole('row', { name: berta.email })
  await expect(row).toContainText('Switched off')
  await expect(berta.api.get('/user/ping')).rejects.toThrow()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('Switched off')

  await search(page, administrator.email)
  await page.getByRole('link', { name: administrator.email }).click()
  const chief = page.getByRole('dialog', { name: administrator.email })
  await chief.getByRole('switch', { name: 'Administrator' }).click()
  await chief.getByRole('button', { name: 'Save' }).click()
  await expect(chief.getByText('This is the last administrator.')).toBeVisible()
})

test('an administrator acts in a user’s name, is told so on every screen, and returns to their own account', async ({
  page,
  context,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const anna = await registerBeekeeper(serverUrl)
  await claimController(anna, 'Annas Waldrand')
  await signIn(page, administrator)
  await page.goto(`/a/users?user=${await idOf(anna)}`)
  const sheet = page.getByRole('dialog', { name: anna.email })
  await sheet.getByRole('button', { name: 'Act in their name' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('for an hour at most')
  await question.getByRole('button', { name: 'Act in their name' }).click()
  await expect(page.getByRole('heading', { name: 'Annas Waldrand' })).toBeVisible()
  const banner = page
    .getByRole('status')
    .filter({ hasText: `You are viewing the account of Anna Muster, ${anna.email}` })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Administration' })).toHaveCount(0)
  await expectSound(page, 'acting-desktop')

  await page.goto('/settings/account')
  await expect(banner).toBeVisible()
  await expect(page.getByText('Only the users themselves can do this.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.goto('/a/users')
  await expect(heading(page, 'Page not found')).toBeVisible()

  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByText('You are viewing the account of')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Administration' })).toBeVisible()
  await expect(page.getByText('Annas Waldrand')).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Administration' })).toBeVisible()
  await expect(other.getByText('Annas Waldrand')).toHaveCount(0)
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('Annas Waldrand')
})

test('an administrator registers transmitters from a table, prints labels, and assigns and edits one', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const anna = await registerBeekeeper(serverUrl)
  const claimed = await claimController(anna, 'Waldrand')
  await sendReadings(serverUrl, claimed, [{ time: new Date().toISOString(), channel: 1, weight: 41.5 }])
  await administrator.api.post('/admin/affiliation', { name: 'Verein Olten' })
  await signIn(page, administrator)
  await page.goto('/a/controllers/create')
  await expect(heading(page, 'Register transmitters')).toBeVisible()
  await expectSound(page, 'provision-one-desktop')
  await page.getByText('Many (CSV)').click()
  const [first, second] = ['490154203237518', '490154203237526']
  const table = page.getByLabel('Or paste it here')
  await table.fill(`imei;imsi;name\n${first};228010000000001;Lager 1\n${first};228010000000002\n49;228010000000003`)
  await expect(page.getByText(`Line 3: this IMEI is already in line 2.`)).toBeVisible()
  await expect(page.getByText('Line 4: the IMEI does not have exactly 15 digits.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register 2 transmitters' })).toBeDisabled()
  await expectSound(page, 'provision-many-desktop')
  await table.fill(`imei;imsi;name\n${first};228010000000001;Lager 1\n${claimed.imei};228010000000002\n`)
  await page.getByRole('button', { name: 'Register 2 transmitters' }).click()
  await expect(page.getByText('Line 3: this IMEI is already registered.')).toBeVisible()
  await table.fill(`imei;imsi;name\n${first};228010000000001;Lager 1\n${second};228010000000002\n`)
  await page.getByRole('button', { name: 'Register 2 transmitters' }).click()
  await expect(page.getByText('2 transmitters registered').first()).toBeVisible()
  await expectSound(page, 'provisioned-desktop')
  const keys = await fileOf(page, 'Download device keys (CSV)')
  expect(keys).toMatch(new RegExp(`imei;imsi;name;deviceKey\r\n${first};228010000000001;"Lager 1";\\S{30,}`))
  expect((await fileOf(page, 'Print labels (PDF)')).slice(0, 5)).toBe('%PDF-')

  await page.goto('/a/controllers')
  await search(page, first)
  await expect(main(page).getByRole('row')).toHaveCount(2)
  await search(page, anna.email)
  await expect(page.getByRole('link', { name: 'Waldrand' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Choose Waldrand, ${claimed.imei}` }).check()
  await page
    .getByRole('region', { name: 'One transmitter chosen' })
    .getByLabel('Affiliation')
    .selectOption('Verein Olten')
  await page.getByRole('button', { name: 'Assign' }).click()
  await expect(main(page).getByRole('row', { name: /Verein Olten/ })).toBeVisible()
  await expectSound(page, 'controllers-desktop')
  await page.getByRole('link', { name: 'Waldrand' }).click()
  const sheet = page.getByRole('dialog', { name: 'Waldrand' })
  await sheet.getByRole('button', { name: 'Reset the count' }).click()
  await expect(sheet.getByText('Reset on')).toBeVisible()
  await expectSound(page, 'controller-desktop')
  await sheet.getByLabel('Name', { exact: true }).fill('Am Bach')
  await sheet.getByLabel('MSISDN').fill('0')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Enter 5 to 15 digits')).toBeVisible()
  await sheet.getByLabel('MSISDN').fill('+41790000000')
  await sheet.getByLabel('Notifications left').fill('7')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/settings\//)
  expect(await anna.api.get(`/controller/${claimed.id}`)).toMatchObject({
    name: 'Am Bach',
    msisdn: '+41790000000',
    remainingNotifications: 7,
    subscriptionState: 'active',
  })
  await page.goto(`/settings/controllers/${claimed.id}?part=setup`)
  await expect(page.getByRole('heading', { name: 'Am Bach' })).toBeVisible()
  await expect(page.getByText('somebody else’s')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Channels' }).getByRole('row')).toHaveCount(2)

  await page.goto(`/a/controllers?controller=${claimed.id}`)
  await page.getByRole('button', { name: 'Take from its owner' }).click()
  const question = page.getByRole('alertdialog', { name: `Take Am Bach from ${anna.email}?` })
  await question.getByRole('button', { name: 'Take from its owner' }).click()
  await expect(main(page).getByRole('row', { name: claimed.imei })).toContainText('No owner')
  expect(await anna.api.get('/controller')).toEqual([])
})

/** The content of the file that a link downloads. */
async function fileOf(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  return readFileSync(await (await download).path(), 'latin1')
}

test('what can be done with chosen transmitters stays in sight, however far down the list they are', async ({
  page,
  administrator,
}) => {
  const controllers = Array.from({ length: 12 }, (_, i) => {
    const number = String(470_000_000_000_000 + i)
    return { imei: number, imsi: number, name: `Regal ${i}` }
  })
  await administrator.api.post('/admin/controllers', { controllers })
  await signIn(page, administrator)
  const actions = page.getByRole('region', { name: 'One transmitter chosen' })
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await page.goto('/a/controllers?q=Regal')
    const last = page.getByRole('checkbox', { name: /^Choose Regal/ }).last()
    await last.check()
    await expect(actions.getByRole('button', { name: 'Assign' })).toBeInViewport({ ratio: 1 })
    await expect(last).toBeInViewport({ ratio: 1 })
    await expectSound(page)
    await actions.getByRole('button', { name: 'Choose none' }).click()
    await expect(actions).toHaveCount(0)
  }
})

test('a manager sees the users and transmitters of the affiliation, and nothing else', async ({
  page,
  serverUrl,
  administrator,
}) => {
  test.slow()
  const { manager, affiliationId } = await managerOf('Verein Aarau', serverUrl, administrator)
  const anna = await registerBeekeeper(serverUrl)
  const [inside, outside] = [await claimController(anna, 'Drinnen'), await claimController(anna, 'Draussen')]
  await administrator.api.post(`/admin/affiliation/${affiliationId}/controllers`, { controllerIds: [inside.id] })
  await signInOn(page, manager)
  await page.getByRole('button', { name: 'Administration' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Today', 'Transmitters', 'Users'])
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(main(page).getByRole('row')).toHaveCount(2)
  await expect(main(page).getByRole('row', { name: manager.email })).toBeVisible()
  await expect(page.getByRole('link', { name: manager.email })).toHaveCount(0)
  await expectSound(page, 'manager-users-desktop')
  await page.goto('/m')
  await expect(page.getByText('Nothing to do')).toBeVisible()
  await expectSound(page, 'manager-today-desktop')
  const ended = { subscriptionEnd: '2020-01-01T00:00:00.000Z' }
  for (const { id } of [inside, outside]) await administrator.api.post(`/admin/controller/${id}`, ended)
  await page.reload()
  const expired = page.getByRole('region', { name: 'Subscriptions expired (1)' })
  await expect(expired.getByRole('row', { name: /Drinnen/ })).toContainText(anna.email)
  await expectSound(page, 'manager-today-busy-desktop')
  await expect(page.getByRole('link', { name: 'All transmitters' })).toHaveAttribute('href', '/m/controllers')
  await page.goto('/m/controllers')
  await expect(main(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Drinnen' }).click()
  await expect(page.getByRole('heading', { name: 'Drinnen' })).toBeVisible()
  await expect(page.getByText('of your affiliation')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.goto(`/settings/controllers/${outside.id}`)
  await expect(page.getByText('No such transmitter')).toBeVisible()
  for (const path of ['/a/users', '/a/controllers', '/a/controllers/create']) {
    await page.goto(path)
    await expect(heading(page, 'Page not found'), path).toBeVisible()
  }
  await administrator.api.post(`/admin/user/${await idOf(manager)}/profile`, { affiliationId: null })
  for (const path of ['/m', '/m/users']) {
    await page.goto(path)
    await expect(page.getByText('You have no affiliation'), path).toBeVisible()
  }
})

test('a transmitter that a club lends is registered only after a yes to its managers, and its page names the club', async ({
  page,
  serverUrl,
  administrator,
}) => {
  const { affiliationId } = await managerOf('Imkerverein Olten', serverUrl, administrator)
  const pair = { imei: '490154203237601', imsi: '228010000000101' }
  const { id } = await administrator.api.post<{ id: number }>('/admin/controller', pair)
  await administrator.api.post(`/admin/affiliation/${affiliationId}/controllers`, { controllerIds: [id] })
  const anna = await registerBeekeeper(serverUrl)
  await page.setViewportSize(phone)
  await signIn(page, anna)
  await page.goto(`/settings/register?imei=${pair.imei}&imsi=${pair.imsi}`)
  await main(page).getByLabel('Name').fill('Am Bach')
  const register = main(page).getByRole('button', { name: 'Register transmitter' })
  await register.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Imkerverein Olten')
  await expectSound(page, 'claim-of-affiliation-phone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await anna.api.get('/controller')).toEqual([])
  await register.click()
  await question.getByRole('button', { name: 'Register anyway' }).click()
  await expect(page.getByText('Am Bach is registered')).toBeVisible()
  await page.goto(`/settings/controllers/${id}?part=sharing`)
  await expect(page.getByRole('region', { name: 'Visible to an affiliation' })).toContainText('Imkerverein Olten')
  await expectSound(page, 'sharing-with-affiliation-phone')
})

test('a transmitter’s label leads to its registration, even for somebody without an account', async ({ page }) => {
  test.slow()
  const [imei, imsi] = ['490154203237599', '228010000000099']
  await page.goto(`/settings/register?imei=${imei}&imsi=${imsi}&lang=en`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(heading(page, 'Create an account')).toBeVisible()
  await page.getByLabel('E-mail address').fill(`label-${process.pid}@example.ch`)
  await page.getByLabel('Password', { exact: true }).fill('bienenstand')
  await page.getByLabel('Repeat the password').fill('bienenstand')
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, 'Your name and address')).toBeVisible()
  const address = { 'First name': 'Anna', 'Last name': 'Muster', 'Street and number': 'Waldweg 1' }
  for (const [label, value] of Object.entries({ ...address, 'Postal code': '3000', Town: 'Bern' })) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('IMEI')).toHaveValue(imei)
  await expect(page.getByLabel('IMSI')).toHaveValue(imsi)
})

const looks: Look[] = [
  { locale: 'de', variant: 'biovet', colorScheme: 'dark', viewport: phone },
  { locale: 'fr', variant: 'hivewatch', colorScheme: 'light', viewport: phone },
  { locale: 'es', variant: 'biovet', colorScheme: 'dark', viewport: desktop },
]

test('somebody who looks after others and has no hives starts at the list of what to do today', async ({
  page,
  administrator,
}) => {
  await signIn(page, administrator)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/a/fleet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What to do today')
  // unless an alarm brought them here
  await page.goto('/dashboard?alarm=999999')
  await expect(page.getByText('This alarm is not among the recent ones.')).toBeVisible()
})

test('administration is accessible and fits in other languages', async ({ page, serverUrl, administrator }) => {
  test.slow()
  const anna = await registerBeekeeper(serverUrl)
  const { id } = await claimController(anna, 'Waldrand bei der alten Mühle')
  await signIn(page, administrator)
  const see = async (path: string, what: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectSoundIn(page, looks, what)
  }
  await see('/a/users', 'users')
  await see(`/a/users?user=${await idOf(anna)}`, 'user')
  await see('/a/controllers', 'controllers')
  await see(`/a/controllers?controller=${id}`, 'controller')
  await see('/a/controllers/create', 'create')
  expect((await page.getByRole('banner').boundingBox())?.height, 'the bar is one line').toBeLessThan(80)
  await page.getByRole('button', { name: 'Administración' }).click()
  await expectSoundIn(page, looks.slice(2), 'menu')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await page.getByRole('navigation').last().getByRole('button').click()
  await expect(page.getByRole('dialog').locator('a[href="/a/users"]')).toBeVisible()
  await expectSoundIn(page, looks.slice(0, 2), 'menu')
})

test('the top bar fits all links on one line, for administrators and beekeepers, in the language with the longest words', async ({
  page,
  serverUrl,
  administrator,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const bar = page.getByRole('banner')
  for (const who of [administrator, await registerBeekeeper(serverUrl)]) {
    await signIn(page, who)
    await page.goto('/settings/profile?lang=fr')
    await expect(bar.getByRole('link', { name: 'Réglages' })).toBeVisible()
    await expect(bar.locator('[href^="https:"]')).toHaveCount(3)
    if (who === administrator) {
      await expect(bar.getByRole('button', { name: 'Administration' })).toBeVisible()
      await bar.getByRole('button', { name: 'Plus' }).click()
      await expect(page.getByRole('menuitem', { name: 'Assistance' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(main(page).getByRole('link', { name: 'Micrologiciel' })).toBeVisible()
    }
    let box: Awaited<ReturnType<typeof bar.boundingBox>> = null
    await expect
      .poll(async () => {
        box = await bar.boundingBox()
        return box
      })
      .not.toBeNull()
    expect(box!.height).toBeLessThan(80)
  }
})
