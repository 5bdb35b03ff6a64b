import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { STORE_NAME } from '../../server/domain/platform/worker-message.ts'
import {
  addHives,
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { expectSoundIn, type Look } from '../support/browser/looks.ts'
import { signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { brokenWords } from '../support/browser/words-in-sight.ts'

const DAY = 86_400
const STEP = 3600
const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

test.use({ viewport: desktop })

type Apiary = { beekeeper: Beekeeper; controller: ClaimedController; scaleIds: number[]; to: number }
type Made = { id: number; link: string; iframe: string }

/** Two hives in an orchard with readings of the last 20 days: the weight is 50 kg and gains one a day up to now. */
async function apiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const scaleIds = await addHives(beekeeper, controller, ['Linden', 'Maple'])
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const readings = Array.from({ length: (20 * DAY) / STEP }, (_, i) => to - i * STEP).flatMap((seconds) => {
    const time = new Date(seconds * 1000).toISOString()
    return [1, 2].map((channel) => ({ time, channel, weight: 50 + (seconds - to) / DAY }))
  })
  await sendReadings(serverUrl, controller, readings)
  const last = () => beekeeper.api.get<{ lastUpdate: string | null }[]>('/controller')
  await expect.poll(async () => (await last())[0]?.lastUpdate).toEqual(expect.any(String))
  return { beekeeper, controller, scaleIds, to }
}

const share = ({ beekeeper: { api }, scaleIds }: Apiary, fields: Record<string, unknown> = {}): Promise<Made> =>
  api.post<Made>('/share', { type: 'livefeed', description: 'Our hive', scales: scaleIds.slice(0, 1), ...fields })

/** The table for screen readers: one row per curve, with its first and last value. */
const rows = (page: Page | FrameLocator) => page.getByRole('table', { name: /Values from/ }).getByRole('row')
const cells = (page: Page | FrameLocator, name: RegExp) => rows(page).filter({ hasText: name }).getByRole('cell')
const gone = (page: Page | FrameLocator) => page.getByRole('heading', { name: 'This share is not available' })

/** A browser that was never here before. */
async function stranger(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Zurich', viewport: desktop })
  return context.newPage()
}

const ways = [
  { type: 'Last days', enter: { 'How many days': '3' }, page: 'livefeed', first: 47 },
  { type: 'Fixed period', enter: {}, page: 'timeline', first: 43 },
  { type: 'Year to date', enter: {}, page: 'timeline', first: undefined },
  { type: 'Unlimited', enter: {}, page: 'timeline', first: 30 },
]

test('a view is shared from the timeline in each way, and shows a stranger only these curves', async ({
  page,
  browser,
  context,
  serverUrl,
}) => {
  test.slow()
  const place = await apiary(serverUrl)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, place.beekeeper)

  for (const { type, enter, page: path, first } of ways) {
    await test.step(`as ${type}`, async () => {
      await page.goto(`/timeline?series=${place.scaleIds[0]}&from=${place.to - 7 * DAY}&to=${place.to}`)
      await expect(cells(page, /Linden/).nth(1)).toHaveText('50.00')
      await page.getByRole('button', { name: 'Share this view' }).click()
      const sheet = page.getByRole('dialog', { name: 'Share this view' })
      await expect(sheet.getByRole('checkbox', { name: 'Linden' })).toBeChecked()
      await expect(sheet.getByRole('checkbox', { name: 'Maple' })).not.toBeChecked()
      await sheet.getByLabel('Type').selectOption({ label: type })
      for (const [label, text] of Object.entries(enter)) await sheet.getByLabel(label).fill(text)
      await sheet.getByLabel('Description').fill('Spring at the forest')
      await sheet.getByRole('button', { name: 'Make link' }).click()

      const made = page.getByRole('dialog', { name: 'Your link' })
      const link = await made.getByLabel('Link', { exact: true }).inputValue()
      expect(link).toContain(`${serverUrl}/shared/${path}?token=`)
      await made.getByRole('button', { name: 'Copy frame' }).click()
      await expect(page.getByText('Copied.')).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(`<iframe src="${link}" title="Spring at the forest"`)

      const visitor = await stranger(browser)
      const asked: string[] = []
      visitor.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) asked.push(`${pathname} ${'x-share-token' in request.headers()}`)
      })
      await visitor.goto(link)
      await expect(visitor.getByRole('heading', { name: 'Spring at the forest' })).toBeVisible()
      await expect(rows(visitor)).toHaveCount(2)
      await expect(cells(visitor, /Linden/).nth(1)).toHaveText(/^(50\.00|49\.9\d)$/)
      if (first !== undefined) {
        await expect(async () => {
          const text = await cells(visitor, /Linden/)
            .first()
            .textContent()
          expect(Math.abs(Number(text) - first)).toBeLessThan(1.1)
        }).toPass()
      }
      expect([...new Set(asked)].sort()).toEqual(['/api/share/view true', '/api/timeline true'])
      await expect(visitor.getByRole('navigation')).toHaveCount(0)
      await expect(visitor.getByText('Orchard')).toHaveCount(0)
      await visitor.context().close()
    })
  }

  await test.step('it takes at least one scale, and says what cannot be shared', async () => {
    const [controller] = await place.beekeeper.api.get<{ id: number }[]>('/controller')
    const [first] = place.scaleIds
    await page.goto(`/timeline?series=${first},c${controller!.id}b&from=${place.to - DAY}&to=${place.to}`)
    await page.getByRole('button', { name: 'Share this view' }).click()
    const sheet = page.getByRole('dialog', { name: 'Share this view' })
    await expect(sheet.getByText('They are left out.')).toBeVisible()
    await sheet.getByRole('checkbox', { name: 'Linden' }).uncheck()
    await sheet.getByLabel('How many days').fill('400')
    await sheet.getByRole('button', { name: 'Make link' }).click()
    await expect(sheet.getByText('Choose at least one scale.')).toBeVisible()
    await expect(sheet.getByText('Enter a whole number from 1 to 365.')).toBeVisible()
    expect(await place.beekeeper.api.get('/share'), 'nothing more').toHaveLength(ways.length)
  })
})

test('the list shows each link again; a removed share shows nothing anymore, even where it is open', async ({
  page,
  browser,
  serverUrl,
}) => {
  const place = await apiary(serverUrl)
  const { link } = await share(place)
  await share(place, { type: 'unlimited', description: 'For all time' })
  const visitor = await stranger(browser)
  await visitor.goto(link)
  await expect(cells(visitor, /Linden/).nth(1)).toHaveText('50.00')

  await signIn(page, place.beekeeper)
  await page.goto('/settings/sharing')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row', { name: /Our hive/ })).toContainText('Last 7 days')
  await page.getByRole('button', { name: 'Our hive' }).click()
  const sheet = page.getByRole('dialog', { name: 'Our hive' })
  await expect(sheet.getByLabel('Link', { exact: true })).toHaveValue(link)
  await sheet.getByRole('button', { name: 'Remove share' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove share' }).click()
  await expect(page.getByRole('row', { name: /Our hive/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /For all time/ })).toBeVisible()

  // what a page does when a network comes back, or after it was hidden for a while
  await visitor.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(gone(visitor)).toBeVisible()
  await visitor.reload()
  await expect(gone(visitor)).toBeVisible()
  await expectSound(visitor, 'unavailable')
  for (const address of [
    '/shared/timeline',
    '/shared/livefeed',
    '/shared/timeline?token=',
    '/shared/livefeed?token=x',
  ]) {
    await visitor.goto(serverUrl + address)
    await expect(gone(visitor)).toBeVisible()
  }
  await visitor.context().close()
})

test('a share of the last days moves on by itself', async ({ browser, serverUrl }) => {
  const place = await apiary(serverUrl)
  const { link } = await share(place, { days: 1 })
  const visitor = await stranger(browser)
  await visitor.clock.install()
  await visitor.goto(link)
  await expect(cells(visitor, /Linden/).nth(1)).toHaveText('50.00')
  const span = visitor.getByRole('table', { name: /Values from/ }).getByRole('caption')
  const before = (await span.textContent()) ?? ''
  const time = new Date(Date.now() + 60_000).toISOString()
  await sendReadings(serverUrl, place.controller, [{ time, channel: 1, weight: 55.5 }])
  await visitor.clock.fastForward('05:01')
  await expect(cells(visitor, /Linden/).nth(1)).toHaveText('55.50')
  await expect(span).not.toHaveText(before)
  await visitor.context().close()
})

/** Starts another site with a page of its own, on the loopback address. */
async function startSite(html: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>School</title><h1>Our bees</h1>${html}`)
  })
  const { port } = await new Promise<AddressInfo>((listening) =>
    server.listen(0, '127.0.0.1', () => listening(server.address() as AddressInfo)),
  )
  return { port, stop: () => new Promise((closed) => server.close(() => closed())) }
}

test('another site can show a share in a frame, but no other page of the app', async ({ page, browser, serverUrl }) => {
  const place = await apiary(serverUrl)
  const { iframe } = await share(place)
  const dashboard = `<iframe name="dashboard" src="${serverUrl}/dashboard"></iframe>`
  const { port, stop } = await startSite(iframe + dashboard)
  const visitor = await stranger(browser)
  // on the same machine the browser treats it as the same site, so there the service worker is involved, too
  await signInOn(page, place.beekeeper)
  for (const [at, host] of [
    [visitor, '127.0.0.1'],
    [page, 'localhost'],
    [page, 'localhost'],
  ] as const) {
    await at.goto(`http://${host}:${port}/`)
    const frame = at.frameLocator('iframe[title="Our hive"]')
    await expect(frame.getByRole('heading', { name: 'Our hive' })).toBeVisible()
    await expect(cells(frame, /Linden/).nth(1)).toHaveText('50.00')
    const refused = () => at.frame('dashboard')?.evaluate(() => window.location.href)
    await expect.poll(() => refused()?.catch(() => 'no document')).toMatch(/^(chrome-error:|no document)/)
  }
  await visitor.context().close()
  await stop()
})

test.describe('with the worker', () => {
  testOnDevice(
    'a signed-in visitor sees the share like everybody else, stays signed in, and stores nothing of it',
    async ({ page, serverUrl }) => {
      const place = await apiary(serverUrl)
      const { link } = await share(place)
      const other = await registerBeekeeper(serverUrl)
      await signInForOffline(page, other)
      const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
      await expect.poll(databases, 'the worker knows whose device this is').toContain(STORE_NAME)
      await page.goto(link)
      await expect(cells(page, /Linden/).nth(1)).toHaveText('50.00')
      await page.reload()
      await expect(cells(page, /Linden/).nth(1)).toHaveText('50.00')
      const kept = await page.evaluate(async () => {
        const opened = (await indexedDB.databases()).map(
          ({ name }) =>
            new Promise<IDBDatabase>((done) => {
              const request = indexedDB.open(name!)
              request.onsuccess = () => done(request.result)
            }),
        )
        const counts = (await Promise.all(opened)).flatMap((db) =>
          [...db.objectStoreNames]
            .filter((store) => store === 'tile' || store === 'series')
            .map(
              (store) =>
                new Promise<number>((done) => {
                  const request = db.transaction(store).objectStore(store).count()
                  request.onsuccess = () => done(request.result)
                }),
            ),
        )
        return Promise.all(counts)
      })
      expect(kept, 'rows of tiles and series in the store of the worker').toEqual([0, 0])
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Linden')
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await page.goto(`/timeline?series=${place.scaleIds[0]}`)
      await expect(page.getByText('No curve is shown')).toBeVisible()
    },
  )
})

const looks: Look[] = [
  { variant: 'hivewatch', locale: 'de', viewport: phone, colorScheme: 'light' },
  { variant: 'hivewatch', locale: 'fr', viewport: desktop, colorScheme: 'dark' },
  { variant: 'biovet', locale: 'es', viewport: phone, colorScheme: 'dark' },
  { variant: 'biovet', locale: 'en', viewport: desktop, colorScheme: 'light' },
]

test('a shared view is accessible and fits, even in a small frame, in every language', async ({ page, serverUrl }) => {
  test.slow()
  const place = await apiary(serverUrl)
  const { link } = await share(place, { scales: place.scaleIds })
  for (const look of looks) {
    // it has no control for choosing a language
    await page.goto(`${link}&lang=${look.locale}`)
    await expect(page.locator('[data-panel]')).toHaveCount(1)
    const frame = { ...look, viewport: { width: 320, height: 240 } }
    await expectSoundIn(page, [look, frame], 'a shared view')
    await expect(page.locator('[data-panel]')).toBeInViewport()
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await brokenWords(page), 'its title is not squeezed beside the logo').toEqual([])
  await expectSound(page, 'a shared view in large text')
})

test('the list of shares and the sheets for sharing are accessible and fit in every language', async ({
  page,
  serverUrl,
}) => {
  test.slow()
  const place = await apiary(serverUrl)
  await share(place, { scales: place.scaleIds })
  await signIn(page, place.beekeeper)
  await page.goto('/settings/sharing')
  await expect(page.getByText('Our hive')).toBeVisible()
  await expectSoundIn(page, looks, 'the list of shares')
  await page.getByRole('button', { name: 'Our hive' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundIn(page, looks, 'one share')
  await page.goto(`/timeline?series=${place.scaleIds}`)
  await expect(page.locator('[data-panel]')).toHaveCount(1)
  await page.locator('main header > button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundIn(page, looks, 'sharing')
})
