import type { Page } from '@playwright/test'
import { locales } from '#domain/platform/locale.ts'
import {
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { showIn } from '../support/browser/looks.ts'
import { reloadOffline, signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { readPdf } from '../support/services/read-pdf.ts'

const STEP = 600
const DAYS = 3

type Alarm = { id: number; type: string; verdict: string | null }

/** The latest noon in UTC that is at least three hours ago: a time when a swarm may leave in Switzerland. */
function lastNoon(): number {
  const now = Date.now() / 1000
  return Math.floor((now - 15 * 3600) / 86_400) * 86_400 + 12 * 3600
}

/** A hive that gains a little, and from whose first channel a swarm of 2.6 kg leaves at the last noon. */
function swarmingHives(): object[] {
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const noon = lastNoon()
  const readings: object[] = []
  for (let time = to - DAYS * 86_400; time <= to; time += STEP) {
    const grown = 40 + ((time - to) / 86_400) * 0.3
    const left = Math.min(1, Math.max(0, (time - noon) / 1200)) * 2.6
    const at = { time: new Date(time * 1000).toISOString(), temperature: 34.6, humidity: 61 }
    readings.push({ ...at, channel: 1, weight: round(grown - left) }, { ...at, channel: 2, weight: round(grown) })
  }
  return readings
}

const round = (kg: number): number => Math.round(kg * 100) / 100

const openAlarms = async ({ api }: Beekeeper): Promise<Alarm[]> => api.get<Alarm[]>('/alarm?open=1')

async function swarmedApiary(serverUrl: string): Promise<{ beekeeper: Beekeeper; controller: ClaimedController }> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, swarmingHives())
  await expect.poll(async () => (await openAlarms(beekeeper)).length).toBe(1)
  return { beekeeper, controller }
}

const card = (page: Page) => page.getByRole('region', { name: 'Waldrand' })
const swarmed = (page: Page) => page.getByRole('listitem').filter({ hasText: /Swarm, \d+ \S+ ago/ })
const sentence = (page: Page) => page.getByRole('heading', { level: 1 })
const modeOf = (page: Page, name: string) => page.getByRole('radio', { name })

test('without a transmitter there is a link to register one, and without readings a hint when they come', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await signInOn(page, beekeeper)
  await expect(page.getByText('No transmitter yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan the label' })).toHaveAttribute(
    'href',
    '/settings/register?scan=true',
  )
  await claimController(beekeeper, 'Obstgarten')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Obstgarten' })).toContainText('The first readings come within 1 hour.')
})

test('a first visit requests hives and alarms only once, while the app loads', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, swarmingHives())
  await signIn(page, beekeeper)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // news may already be there and would cause a refetch; and with a stopped clock, everything received stays fresh
  await page.route('**/api/events', () => {})
  await page.clock.setFixedTime(new Date())
  await page.goto('/dashboard?lang=en')
  await expect(card(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/api/dashboard')).toHaveLength(1)
  expect(asked.filter((path) => path === '/api/alarm')).toHaveLength(1)
})

test('a device whose clock is wrong says so until it is right again', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, swarmingHives())
  await signInOn(page, beekeeper)
  await expect(card(page)).toBeVisible()
  const wrong = page.getByRole('status').filter({ hasText: 'This device’s clock is' })
  await expect(wrong).toHaveCount(0)
  await page.clock.setSystemTime(Date.now() - 3 * 3_600_000 + 60_000)
  await page.reload()
  await expect(wrong).toContainText(/2 hours 5\d minutes behind the server’s/)
  await page.clock.setSystemTime(Date.now())
  await page.reload()
  await expect(card(page)).toBeVisible()
  await expect(wrong).toHaveCount(0)
})

test('the chosen display mode is remembered', async ({ page, serverUrl }) => {
  const { beekeeper } = await swarmedApiary(serverUrl)
  await signInOn(page, beekeeper)
  await expect(page.getByRole('img', { name: /^Weight of .* over 7 days/ }).first()).toBeVisible()
  for (const [mode, part] of [
    ['Bars', page.getByRole('img', { name: /^Change of .* per day over 14\sdays/ }).first()],
    ['Activity', page.getByRole('meter', { name: 'Fast loss' }).first()],
    ['Classic', page.getByRole('img', { name: /^Weight of .* over 7 days/ }).first()],
  ] as const) {
    await page.getByText(mode, { exact: true }).click()
    await expect(part).toBeAttached()
    await page.waitForFunction(
      (wanted) => localStorage.getItem('hivewatch.queries')?.includes(`"mode":"${wanted}"`),
      mode.toLowerCase(),
    )
    await page.reload()
    await expect(modeOf(page, mode)).toBeChecked()
    await expect(part).toBeAttached()
  }
  await page.getByText('How this is computed', { exact: true }).click()
  await expect(page.getByText('The curve shows the weight of the last 7 days, one point every 4 hours.')).toBeVisible()
  await page.getByText('Activity', { exact: true }).click()
  await expect(page.getByText('The alarm rings at the dashed line.')).toBeVisible()
})

test('a hive with an alarm stays on top until it is judged; one tap holds the alarms of its place or opens its page', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controller } = await swarmedApiary(serverUrl)
  await signInOn(page, beekeeper)

  await test.step('a hive with an alarm stays on top until it is judged, and returns there if that is undone', async () => {
    await expect(sentence(page)).toContainText(/swarmed \d+ \S+ ago \(.*\): -2\.\d\skg\. 1 hive is quiet\./)
    await expect(page.locator('main li').first()).toContainText(/Swarm, \d+ \S+ ago/)
    const bell = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Alarms' })
    await expect(bell).toContainText('1 open alarm')
    await swarmed(page).getByRole('button', { name: 'It was me' }).click()
    await expect(swarmed(page)).toBeHidden()
    await expect(bell).not.toContainText('open')
    await expect(sentence(page)).toHaveText(/All 2 hives are quiet/)
    await expect.poll(() => openAlarms(beekeeper)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(swarmed(page)).toBeVisible()
    await expect.poll(async () => (await openAlarms(beekeeper))[0]?.verdict).toBe(null)
  })

  await test.step('one tap holds all alarms of a place for an hour, and another ends that', async () => {
    const mutes = () =>
      beekeeper.api.get<{ notificationType: string; enddate: string }[]>(
        `/notification/mute?idcontroller=${controller.id}`,
      )
    const muted = async () => (await mutes()).map(({ notificationType }) => notificationType).sort()
    await page.getByRole('button', { name: 'Hold alarms 1 h' }).click()
    await expect(page.getByText(/^Swarm, disturbance, and robbing do not ring at Waldrand until/)).toBeVisible()
    await expect.poll(muted).toEqual(['activity', 'disturbance', 'swarm'])
    for (const { enddate } of await mutes()) {
      const minutes = (Date.parse(enddate) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(50)
      expect(minutes).toBeLessThan(61)
    }
    await page.getByRole('button', { name: /^Held until .*: end$/ }).click()
    await expect(page.getByRole('button', { name: 'Hold alarms 1 h' })).toBeVisible()
    await expect.poll(muted).toEqual([])
  })

  await test.step('a tap anywhere on a row opens the hive', async () => {
    // content appearing above would move the row away from the click
    await expect(swarmed(page)).toBeVisible()
    await card(page).getByRole('img').first().click({ force: true })
    await expect(page).toHaveURL(/\/scaleoverview\/\d+\/\d+\?.*alarm=\d+/)
  })

  await test.step('a shortcut on the app icon opens a note with the current time', async () => {
    await claimController(beekeeper, 'Nothing yet')
    const note = page.getByRole('dialog', { name: 'Add intervention' })
    await page.goto('/dashboard?open=note')
    await expect(note.getByRole('checkbox')).toHaveCount(2)
    await expect(note.getByLabel('When')).not.toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(note).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto('/dashboard?open=nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('six hives at two places fit on a phone without scrolling, even with an open alarm', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controller } = await swarmedApiary(serverUrl)
  const time = new Date().toISOString()
  await sendReadings(serverUrl, controller, [{ time, channel: 3, weight: 33 }])
  const other = await claimController(beekeeper, 'Obstgarten')
  await sendReadings(
    serverUrl,
    other,
    [1, 2, 3].map((channel) => ({ time, channel, weight: 30 + channel })),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, beekeeper)
  for (const locale of locales) {
    await page.goto(`/dashboard?lang=${locale}`)
    await expect(page.locator('main li')).toHaveCount(6)
    await expect(page.locator('main li').first().getByRole('button')).toHaveCount(3)
    for (const mode of await page.getByRole('radio').all()) {
      await mode.check({ force: true })
      const bar = (await page.getByRole('navigation').last().boundingBox())!
      const sixth = (await page.locator('main li').nth(5).boundingBox())!
      expect(sixth.y + sixth.height, locale).toBeLessThanOrEqual(bar.y)
    }
  }
})

test('six hives fit on a phone without scrolling, and a search finds hives among forty', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const time = new Date().toISOString()
  const apiary = async (name: string) => {
    const controller = await claimController(beekeeper, name)
    const channels = Array.from({ length: 8 }, (_, i) => i + 1)
    await sendReadings(
      serverUrl,
      controller,
      channels.map((channel) => ({ time, channel, weight: 30 + channel })),
    )
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Wald', 'Feld', 'Wiese', 'W'.repeat(80), 'Berg']) await apiary(name)
  const [first] = await beekeeper.api.get<[{ id: number }]>('/scale')
  await beekeeper.api.post(`/scale/${first.id}`, { name: 'Stockwaage 12' })
  await signInOn(page, beekeeper)
  await expect(page.locator('main li')).toHaveCount(40)
  const bar = (await page.getByRole('navigation').last().boundingBox())!
  const sixth = (await page.locator('main li').nth(5).boundingBox())!
  expect(sixth.y + sixth.height).toBeLessThanOrEqual(bar.y)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 360, height: 740 })
  const isWhole = (name: Element) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight
  expect(await page.getByRole('heading', { name: 'Stockwaage 12' }).evaluate(isWhole)).toBe(true)
  // what only the eye sees from its place and color
  await expect(page.locator('main li').first()).toContainText('24 h')
  await page.getByRole('searchbox', { name: 'Find a hive' }).fill('wiese')
  await expect(page.locator('main li')).toHaveCount(8)
  await page.getByRole('searchbox', { name: 'Find a hive' }).fill('xylophone')
  await expect(page.getByText('No hive is called “xylophone”.')).toBeVisible()

  // on paper, each sheet has the headings of the table
  await page.getByRole('searchbox', { name: 'Find a hive' }).fill('')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('row')).toHaveCount(41)
  const { text } = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })))
  expect(text.split('\f')[1]).toContain('Weight')
})

test('on a large screen, the hives are in a table that is sorted by the heading clicked', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const time = new Date().toISOString()
  const name = 'Bienenvolk'.repeat(8)
  await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 1, name, type: 'weight' })
  await sendReadings(serverUrl, controller, [
    { time, channel: 1, weight: 50.5 },
    { time, channel: 2, weight: 30.5 },
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInOn(page, beekeeper)
  const weights = () => page.getByRole('cell', { name: / kg$/ }).allInnerTexts()
  await expect.poll(weights).toEqual(['50.5 kg', '30.5 kg'].map((text) => text.replace(' ', '\u00a0')))
  await page.getByRole('button', { name: 'Weight' }).click()
  await expect.poll(weights).toEqual(['30.5 kg', '50.5 kg'].map((text) => text.replace(' ', '\u00a0')))
  const beyond = () => page.getByRole('table').evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await beyond(), 'a name that is one long word pushes no figure out of sight').toBeLessThanOrEqual(0)
  const { right } = await page.getByRole('rowheader', { name }).evaluate((cell) => cell.getBoundingClientRect())
  const link = await page.getByRole('link', { name, exact: true }).evaluate((it) => it.getBoundingClientRect())
  expect(link.right, 'nor does it lie over the next column').toBeLessThanOrEqual(right)

  // paper cannot be scrolled
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  expect(await beyond(), 'wider than its frame').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ media: 'screen' })

  // the whole row is a link, except other controls in it
  const row = page.getByRole('row').nth(1)
  const opened = page.context().waitForEvent('page')
  await row.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/scaleoverview\/\d+\/\d+$/)
  await expect(page).toHaveURL(/\/dashboard/)
  await row.getByRole('link', { name: /note/i }).click()
  await expect(page).toHaveURL(/\/scaleoverview\/\d+\/\d+\?note=true/)
  await page.goBack()
  await row.getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/\/scaleoverview\/\d+\/\d+$/)
})

test('on a large screen with many places, the table of hives comes before those at which nothing is urgent', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const reading = { time: new Date().toISOString(), channel: 1, weight: 30 }
  const longWord = 'Waldrand'.padEnd(80, 'bienenstand')
  const claim = async (place: number) => {
    const controller = await claimController(beekeeper, place === 3 ? longWord : `Place ${place}`)
    await sendReadings(serverUrl, controller, place === 7 ? swarmingHives() : [reading])
  }
  for (let place = 1; place <= 12; place++) await claim(place)
  await expect.poll(async () => (await openAlarms(beekeeper)).length).toBe(1)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInOn(page, beekeeper)
  const order = () =>
    page
      .locator('main :is(h2, table)')
      .evaluateAll((all) => all.map((one) => (one.tagName === 'TABLE' ? 'table' : one.textContent)))
  await expect(page.getByRole('row')).toHaveCount(14)
  expect((await order()).at(-1), 'few places stand above it').toBe('table')
  const scroller = page.getByRole('group').filter({ has: page.getByRole('table') })
  const hidden = await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(hidden, 'a long name leaves the figures in sight').toBe(0)

  await claim(13)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(15)
  expect((await order()).slice(0, 3)).toEqual(['Place 7', 'table', 'Place 1'])
  expect(await order()).toHaveLength(14)
  await expect(page.getByRole('table')).toBeInViewport()
  // by keyboard as well: what it is sorted by comes right after the search and what is urgent
  await page.getByRole('searchbox').focus()
  const region = page.getByRole('region', { name: 'Place 7' })
  for (let n = 0; n < (await region.locator('a, button').count()); n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(scroller).toBeFocused()

  // what one does at a place leaves it where it is, with the focus
  const held = page.getByRole('region', { name: 'Place 9' })
  await held.getByRole('button').press('Enter')
  await expect(held.getByRole('button')).toHaveText(/Held until/)
  await expect(held.getByRole('heading')).toBeFocused()
  await page.getByRole('searchbox').fill('place 9')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(held).toBeVisible()
})

test.describe('with the worker', () => {
  testOnDevice('a verdict given offline is sent once there is a network', async ({ page, serverUrl }) => {
    const { beekeeper } = await swarmedApiary(serverUrl)
    await signInForOffline(page, beekeeper)
    await expect(swarmed(page)).toBeVisible()
    await page.context().setOffline(true)
    await swarmed(page).getByRole('button', { name: 'It was not' }).click()
    await expect(swarmed(page)).toBeHidden()
    await expect(page.getByText('1 change waits for the network.')).toBeVisible()
    const kept = page.getByText('Kept on this device. It is sent as soon as there is a network.')
    await expect(kept).toBeVisible()
    await page.context().setOffline(false)
    await expect.poll(async () => (await beekeeper.api.get<Alarm[]>('/alarm'))[0]?.verdict).toBe('false')
    await expect(kept).toBeHidden()
  })
})

test('a notification leads to its alarm, even after the alarm has been judged', async ({ page, serverUrl }) => {
  const { beekeeper } = await swarmedApiary(serverUrl)
  const [alarm] = await openAlarms(beekeeper)
  await signIn(page, beekeeper)
  await page.goto(`/dashboard?alarm=${alarm!.id}`)
  await expect(swarmed(page)).toBeFocused()
  await swarmed(page).getByRole('button', { name: 'It was not' }).click()
  await expect.poll(() => openAlarms(beekeeper)).toEqual([])
  await page.reload()
  const judged = page.getByRole('region', { name: /^Swarm:/ })
  await expect(page.locator('div[tabindex="-1"]').filter({ has: judged })).toBeFocused()
  await expect(judged).toContainText('It was not')
  await page.goto('/dashboard?alarm=999999')
  await expect(page.getByText('This alarm is not among the recent ones.')).toBeVisible()
})

test('new readings appear in every tab without a reload', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const reading = (weight: number, minutesAgo: number) => ({
    time: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    channel: 1,
    weight,
  })
  await sendReadings(serverUrl, controller, [reading(41.5, 20)])
  await signInOn(page, beekeeper)
  await expect(card(page)).toContainText('41.5')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(card(other)).toContainText('41.5')
  await sendReadings(serverUrl, controller, [reading(42.3, 0)])
  await expect(card(page)).toContainText('42.3')
  await expect(card(other)).toContainText('42.3')
})

test.describe('with the worker', () => {
  testOnDevice(
    'the dashboard opens offline, says how old its data is, and all controls are large enough to press',
    async ({ page, serverUrl }) => {
      const { beekeeper } = await swarmedApiary(serverUrl)
      await signInForOffline(page, beekeeper)
      await expect(swarmed(page)).toBeVisible()
      const small = await page.locator('main :is(button, a, label:has(> input))').evaluateAll((elements) =>
        elements
          .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect(), element }))
          .filter(({ element, box }) => box.height < 47.5 && !element.closest('h3'))
          .map(({ text, box }) => `${text}: ${box.height}`),
      )
      expect(small).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
      await page.waitForFunction(() => localStorage.getItem('hivewatch.queries')?.includes('Waldrand'))
      await page.context().setOffline(true)
      await reloadOffline(page)
      await expect(card(page)).toBeVisible()
      await expect(page.getByText(/^Data from .* no network$/)).toBeVisible()
    },
  )
})

for (const variant of ['hivewatch', 'biovet'] as const) {
  test(`the dashboard is accessible in every language and mode: ${variant}`, async ({ page, serverUrl }) => {
    const { beekeeper } = await swarmedApiary(serverUrl)
    await page.addInitScript((chosen) => localStorage.setItem('hivewatch.variant', chosen), variant)
    await signIn(page, beekeeper)
    await page.goto('/dashboard?lang=de')
    await expect(page.locator('html')).toHaveAttribute('data-variant', variant)
    for (const locale of ['de', 'en', 'fr', 'es'] as const) {
      await showIn(page, { locale, variant, colorScheme: 'light', viewport: { width: 360, height: 740 } })
      await expect(card(page).getByRole('listitem').first()).toBeVisible()
      for (const mode of [0, 1, 2]) {
        await page.getByRole('radio').nth(mode).check()
        expect(await axeFaults(page)).toEqual([])
      }
    }
  })
}
