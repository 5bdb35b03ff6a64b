import path from 'node:path'
import type { Page } from '@playwright/test'
import { test as base } from '../support/browser/administrator-fixture.ts'
import {
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { inStoreOf } from '../support/server/server-store.ts'
import { isPostgres } from '../support/server/test-database.ts'

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const square = [[7, 46.5], [8, 46.5], [8, 47.5], [7, 47.5], [7, 46.5]] // biome-ignore format: a ring

type House = { url: string; administrator: Beekeeper; anna: Beekeeper; mails: () => string[]; dataDir: string }

const test = base.extend<object, { house: House }>({
  environment: [
    ({ environment, mailbox }, use) =>
      use({ ...environment, SMTP_URL: mailbox.url, MAIL_FROM: 'hivewatch@example.ch' }),
    { scope: 'worker' },
  ],
  house: [
    async ({ serverUrl: url, administrator, mailbox, dataDir }, use) => {
      const geojson = { type: 'Polygon', coordinates: [square] }
      await administrator.api.post('/region', { name: 'Bern', geojson, utcOffset: 1, alarmFrom: 9, alarmTo: 18 })
      const anna = await registerBeekeeper(url)
      const controller = await claimController(anna, 'Waldrand')
      const now = Date.now()
      await sendReadings(
        url,
        controller,
        Array.from({ length: 48 }, (_, hour) => ({
          time: new Date(now - hour * 3600_000).toISOString(),
          channel: 1,
          weight: 40 + hour / 100,
        })),
      )
      await anna.api.post('/notification', { type: 'email', address: anna.email })
      await use({
        url,
        administrator,
        anna,
        mails: () => mailbox.received.map(({ raw }) => raw),
        dataDir,
      })
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: desktop })

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Makes a transmitter look as if it had been silent for two days, past all tolerance, after its battery had been running down. */
async function fallSilent(dataDir: string, controllerId: number): Promise<void> {
  const before = Date.now() - 2 * 86_400_000
  const why = JSON.stringify([{ code: 'batteryFalling', values: { volts: 3.6, days: 5 } }])
  const sure = { own_confidence_percent: 95, own_why: '[]', confidence_percent: 95, why }
  await inStoreOf(dataDir, async (db) => {
    await db
      .updateTable('controller')
      .set({ last_seen_at: before, activated_at: before, update_interval_hours: -1, battery_mv: 3350 })
      .where('id', '=', controllerId)
      .execute()
    await db
      .insertInto('alarm')
      .values({ controller_id: controllerId, type: 'battery', status: 'open', started_at: 1, detected_at: 1, ...sure })
      .execute()
  })
}

/** Damages a day of the scale of a transmitter; returns a function that repairs it. */
async function damageDay(dataDir: string, controllerId: number, from: number): Promise<() => Promise<void>> {
  const bytes = Buffer.from([0x20, 1, 2, 3, 4, 5])
  const scale = await inStoreOf(dataDir, async (db) => {
    const { id } = await db
      .selectFrom('scale')
      .select('id')
      .where('controller_id', '=', controllerId)
      .executeTakeFirstOrThrow()
    await db.insertInto('tile').values({ scale_id: id, level: 0, from, bytes, revision: 0 }).execute()
    return id
  })
  return () =>
    inStoreOf(dataDir, async (db) => {
      const damaged = db.deleteFrom('tile').where('scale_id', '=', scale).where('from', '=', from)
      await damaged.where('bytes', '=', bytes).execute()
    })
}

/** Checks that axe finds nothing: light on a desktop, dark on a phone, where nothing is wider than the screen. */
let shot = 0
async function checkLooks(page: Page) {
  for (const [colorScheme, size] of [
    ['light', desktop],
    ['dark', phone],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `${shot++}-${colorScheme}.png`) })
    }
    expect(await axeFaults(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktop)
}

test('variables are tried out, saved and reset, and the changes are logged', async ({ page, house }) => {
  test.slow()
  await signIn(page, house.administrator)
  await page.goto('/a/variables')
  await heading(page, 'Variables')
  const drain = page.getByLabel('Drain')
  await expect(page.getByText('0 to 10 kg/h, usually 0.3.')).toBeVisible()
  await drain.fill('11')
  await page.getByRole('button', { name: 'Try on the last month' }).click()
  await expect(page.getByText('Enter 0 to 10 kg/h.')).toBeVisible()
  await drain.fill('0.5')
  await page.getByLabel('Minimum weight').fill('20')
  await page.getByRole('button', { name: 'Try on the last month' }).click()
  await expect(page.getByText('In the last 30 days at 1 hive of 1.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Drain: 0.5 kg/h · Minimum weight: 20 kg')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Drain: 0.3 → 0.5 kg/h')).toBeVisible()
  await checkLooks(page)
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await expect(page.getByText('Drain: 0.5 → 0.3 kg/h')).toBeVisible()
  await expect(drain).toHaveValue('0.3')

  await page.goto('/a/audit')
  await heading(page, 'Changes')
  await page.getByLabel('What', { exact: true }).selectOption('Variables')
  const rows = page.getByRole('row', { name: /Variables changed/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(house.administrator.email)
  await page.getByLabel('Search').fill('nothing like this')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByLabel('Search').fill('')
  await rows.first().getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Variables changed' })
  await expect(sheet.getByRole('row', { name: /Drain 0.5 0.3/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'As a table (CSV)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^hivewatch-changes-.*\.csv$/)
  await checkLooks(page)
})

test('a message to customers is written, sent, and found among the sent messages', async ({ page, house }) => {
  test.slow()
  await signIn(page, house.administrator)
  await page.goto('/a/affiliateNotification')
  await heading(page, 'Message to customers')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Choose at least one channel: push, e-mail or SMS.')).toBeVisible()
  await expect(page.getByText('Choose at least one region.')).toBeVisible()
  await page.getByLabel('SMS').check()
  await page.getByLabel('Bern').check()
  await expect(page.getByText('1 person has none of these channels.')).toBeVisible()
  await page.getByLabel('Text').fill('a'.repeat(161))
  await expect(page.getByText('161')).toBeVisible()
  await page.getByLabel('Subject').fill('Foulbrood near you')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('The text does not fit one SMS.')).toBeVisible()
  await checkLooks(page)
  await page.getByLabel('SMS').uncheck()
  await page.getByLabel('E-mail').check()
  await page.getByLabel('Text').fill('Please look at your hives.')
  await page.getByRole('button', { name: 'Send message' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('People')
  await question.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('1 sent, 0 not delivered, 0 waiting')).toBeVisible({ timeout: 30_000 })
  expect(house.mails().filter((raw) => raw.includes('Please look at your hives.'))).toHaveLength(1)

  await page.goto('/a/notifications')
  await heading(page, 'Sent notifications')
  await page.getByLabel('About').selectOption('message to customers')
  const row = page.getByRole('row', { name: /message to customers/ })
  await expect(row).toContainText('b•••@example.ch')
  await expect(row).not.toContainText(house.anna.email)
  await checkLooks(page)
  await row.getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from the list' }).click()
  await expect(page.getByText('No notifications found')).toBeVisible()
})

/** Simulates several servers on the database, one of which was lost; on PostgreSQL, the tested server is the keeper. */
async function addNodes(dataDir: string): Promise<() => Promise<void>> {
  const now = Date.now()
  const ids = isPostgres ? ['a', 'c'] : ['a', 'b', 'c']
  await inStoreOf(dataDir, async (db) => {
    for (const id of ids) {
      const times = { started_at: now - 86_400_000, seen_at: now, lost_at: id === 'c' ? now : null }
      const node = { id, session: id, address: `http://${id}.example.org:8080`, version: '1.0', ...times }
      await db.insertInto('node').values(node).execute()
    }
    if (!isPostgres) await db.insertInto('keeping').values({ epoch: 1, holder: 'b', lease_until: 0 }).execute()
  })
  return () =>
    inStoreOf(dataDir, async (db) => {
      await db.deleteFrom('node').where('id', 'in', ids).execute()
      if (!isPostgres) await db.deleteFrom('keeping').execute()
    })
}

test('servers that share a database are listed with what each does, and when one was lost', async ({ page, house }) => {
  const remove = await addNodes(house.dataDir)
  await signIn(page, house.administrator)
  await page.goto('/a/fleet')
  const nodes = page.getByRole('region', { name: 'Nodes (3)' })
  await expect(nodes.getByText('Nothing waits in the inbox')).toBeVisible()
  const rows = nodes.getByRole('row')
  await expect(rows.nth(1)).toContainText(isPostgres ? 'Takes readings' : /b\.example\.org:8080\s*Takes readings/)
  await expect(rows.nth(2)).toContainText(/a\.example\.org:8080\s*Forwards requests\s*–/)
  await expect(rows.nth(3)).toContainText(/c\.example\.org:8080\s*Lost\s*\d/)
  await checkLooks(page)
  await page.setViewportSize(phone)
  await expect(nodes.getByRole('listitem')).toHaveCount(3)
  await remove()
  // it may already have been reported, and is resolved by the next check
  const troubles = async () => (await (await fetch(`${house.url}/readyz`)).json()).troubles
  await expect.poll(troubles, { timeout: 90_000 }).toEqual([])
})

test('the list for today shows silent transmitters, and jobs are started and finish', async ({ page, house }) => {
  test.slow()
  await signIn(page, house.administrator)
  await page.goto('/a/fleet')
  await heading(page, 'What to do today')
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  const forest = await claimController(house.anna, 'Forest')
  const reading = (time: number) => [{ time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }]
  const today = Math.floor(Date.now() / 86_400_000) * 86_400
  await sendReadings(house.url, forest, reading(today - 3600))
  const repair = await damageDay(house.dataDir, forest.id, today - 20 * 86_400)
  await sendReadings(house.url, forest, reading(today - 20 * 86_400 + 3600))
  await page.reload()
  const setAside = page.getByRole('region', { name: 'Set aside (1)' })
  await expect(setAside.getByRole('row', { name: /Forest/ })).toContainText('1 reading not taken in')
  await checkLooks(page)
  await setAside.getByRole('button', { name: 'Forest' }).click()
  const broken = page.getByRole('dialog', { name: 'Forest' })
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(broken.getByText('It failed again and stays here.')).toBeVisible()
  await expect(page.getByText('Stored readings of')).toBeVisible()
  await checkLooks(page)
  await broken.getByRole('button', { name: 'Drop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 reading of')
  await expect(question).toContainText('cannot be undone')
  await checkLooks(page)
  const file = page.waitForEvent('download')
  await question.getByRole('link', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toMatch(/^hivewatch-set-aside-\d+\.json$/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await broken.getByRole('button', { name: 'Close' }).click()
  await repair()
  await setAside.getByRole('button', { name: 'Try all again' }).click()
  await expect(page.getByText('1 was tried again: 1 went through, 0 still wait.')).toBeVisible()
  await expect(page.getByText('Nothing is wrong with the server.')).toBeVisible()
  await fallSilent(house.dataDir, forest.id)
  await page.reload()
  const silent = page.getByRole('region', { name: 'Silent transmitters (1)' })
  await expect(silent.getByRole('row', { name: /Forest/ })).toContainText('The battery is low')
  const battery = page.getByRole('region', { name: 'Batteries running out (1)' })
  await expect(battery.getByRole('row', { name: /Forest/ })).toContainText('5 days')
  await checkLooks(page)
  await silent.getByRole('link', { name: 'Forest' }).click()
  await expect(page.getByRole('heading', { name: 'Forest' })).toBeVisible()

  await page.goto('/a/jobs?status=failed')
  await heading(page, 'All jobs')
  await expect(page.getByText('No jobs found')).toBeVisible()
  await page.getByLabel('State').selectOption('All')
  await page.getByLabel('Transmitter').fill('wald')
  await page.getByLabel('Which').selectOption({ index: 1 })
  await page.getByLabel('From').fill('2026-05-01')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText('Enter both days, or neither.')).toBeVisible()
  await page.getByLabel('Kind').first().selectOption('Rebuild of hours and days')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Rebuild of hours and days' }).first()).toContainText(
    'Done',
    { timeout: 30_000 },
  )
  await checkLooks(page)

  await page.goto('/analysis')
  await expect(page.getByRole('heading', { name: 'All transmitters: who gained most' })).toBeVisible()
  await expect(
    page.getByText('No gain in this season yet').or(page.getByRole('link', { name: /Waldrand/ })),
  ).toBeVisible()
})

test('managers can write to their own affiliation, but do not see administration pages', async ({ page, house }) => {
  const manager = await registerBeekeeper(house.url)
  const { id: affiliationId } = await house.administrator.api.post<{ id: number }>('/admin/affiliation', {
    name: 'Verein',
  })
  const { items } = await house.administrator.api.get<{ items: { userId: number }[] }>(
    `/admin/users?q=${manager.email}`,
  )
  await house.administrator.api.post(`/admin/user/${items[0]!.userId}/profile`, { affiliationId, role: 2 })
  await signIn(page, manager)
  await page.goto('/m/affiliateNotification')
  await heading(page, 'Message to customers')
  await expect(page.getByText('Reaches people of Verein')).toBeVisible()
  await page.getByLabel('E-mail').check()
  await page.getByLabel('Bern').check()
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('Text').fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Nobody would get this message.')).toBeVisible()
  await page.goto('/a/audit')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Changes', { exact: true })).toHaveCount(0)
})
