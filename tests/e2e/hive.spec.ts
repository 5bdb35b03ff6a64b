import type { Page } from '@playwright/test'
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
import { showLarge } from '../support/browser/looks.ts'
import { reloadOffline, signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { cutWords } from '../support/browser/words-in-sight.ts'
import { inStoreOf } from '../support/server/server-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const STEP = HOUR / 2

type Hive = {
  beekeeper: Beekeeper
  controller: ClaimedController
  controllerId: number
  scaleId: number
  otherId: number
  address: string
}

/** Two hives in an orchard, with readings of 40 days until at most half an hour ago: Linden gains a kilogram a day. */
async function orchard(serverUrl: string): Promise<Hive> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const scaleIds = await addHives(beekeeper, controller, ['Linden', 'Maple'])
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const count = (40 * DAY) / STEP
  const readings = Array.from({ length: count }, (_, i) => {
    const time = new Date((to - (count - 1 - i) * STEP) * 1000).toISOString()
    return { time, channel: 1, weight: 30 + (i * STEP) / DAY, temperature: 34, humidity: 60 }
  })
  await sendReadings(serverUrl, controller, readings)
  const known = () => beekeeper.api.get<{ lastUpdate: string | null }[]>('/controller')
  await expect.poll(async () => (await known())[0]?.lastUpdate).toEqual(expect.any(String))
  const [scaleId, otherId] = scaleIds as [number, number]
  const address = `/scaleoverview/${controller.id}/${scaleId}`
  return { beekeeper, controller, controllerId: controller.id, scaleId, otherId, address }
}

/** A cell of the table for screen readers; `column` counts from the first value. */
const cell = (page: Page, column: number) =>
  page
    .getByRole('table', { name: /Values from/ })
    .getByRole('row', { name: /Linden/ })
    .getByRole('cell')
    .nth(column)

test('the page of a hive shows its weight now, its past at the press of a button, and the year before', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controller, address } = await orchard(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(`${address}?lang=en`)
  await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()
  await expect(page.getByText('69.98', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: '24 h' })).toBeChecked()
  await expect(cell(page, 1)).toHaveText('69.98')
  await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeGreaterThan(68)

  await page.getByText('7 d', { exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('week')
  await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeLessThan(64)
  await page.getByText('30 d', { exact: true }).click()
  await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeLessThan(41)
  await page.reload()
  await expect(page.getByRole('radio', { name: '30 d' })).toBeChecked()
  await expectSound(page, 'hive')

  await test.step('where there are no regions, nobody is told to choose one', async () => {
    const note = page.getByText(/There is no regional average/)
    let regions: object[] = []
    await page.route(/\/api\/region$/, (route) => route.fulfill({ json: regions }))
    await page.goto(`${address}?range=week&lang=en`)
    await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeLessThan(64)
    await expect(note).toHaveCount(0)
    regions = [{ id: 1, name: 'Seeland' }]
    await page.goto(`${address}?range=month&lang=en`)
    await expect(note).toBeVisible()
  })

  await test.step('the same days of the year before are shown beside it, from the same starting point', async () => {
    const readings = Array.from({ length: 20 * 24 }, (_, i) => {
      const time = new Date()
      time.setFullYear(time.getFullYear() - 1)
      return {
        time: new Date(time.getTime() - i * HOUR * 1000).toISOString(),
        channel: 1,
        weight: 20 - (i * HOUR) / DAY / 2,
      }
    })
    await sendReadings(serverUrl, controller, readings)
    await page.goto(`${address}?range=week&lang=en`)
    const readout = page.getByRole('listitem')
    await expect(readout.filter({ hasText: 'Linden' })).toHaveText(/69\.98kg\+(7\.0|6\.9)\dkg$/)
    await expect(readout.filter({ hasText: 'A year before' })).toHaveText(/\+3\.[45]\dkg$/)
    await expectSound(page, 'hive-year')
  })
})

/** Makes Maple jump by 6 kg half an hour ago, or `secondsAgo` earlier, which causes an alarm; returns the alarm's id. */
async function disturb(serverUrl: string, { beekeeper, controller, otherId }: Hive, secondsAgo = 0): Promise<number> {
  const to = Math.floor(Date.now() / 600_000) * 600 - secondsAgo
  const readings = Array.from({ length: 144 }, (_, i) => ({
    time: new Date((to - (143 - i) * 600) * 1000).toISOString(),
    channel: 2,
    weight: i < 140 ? 41.5 : 47.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  const span = `from=${new Date((to - DAY) * 1000).toISOString()}`
  const alarms = () => beekeeper.api.get<{ id: number; scaleId: number }[]>(`/alarm?${span}`)
  const found = async () => (await alarms()).find(({ scaleId }) => scaleId === otherId)?.id
  await expect.poll(found).toBeDefined()
  return (await found())!
}

test('an alarm is labeled on the curve, shows its place on request, and leads to its curve', async ({
  page,
  serverUrl,
}) => {
  const hive = await orchard(serverUrl)
  const { beekeeper, controllerId, otherId } = hive
  const alarm = await disturb(serverUrl, hive)
  await signIn(page, beekeeper)

  await test.step('events are labeled on the curve, and the alarm in the URL is in view', async () => {
    await page.goto(`/scaleoverview/${controllerId}/${otherId}?alarm=${alarm}&lang=en`)
    const flag = page.getByRole('button', { name: /^Robbing or strong flow \+6\.0\skg/ })
    await expect(flag).toHaveAttribute('aria-current', 'true')
    await expect(flag.getByText('Robbing or strong flow')).toBeVisible()
    await expectSound(page, 'hive-alarm')
    await flag.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'It was not' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByText('7 d', { exact: true }).click()
    await expect(page.getByRole('radio', { name: '7 d' })).toBeChecked()
    await expect(flag).toBeVisible()

    const time = new Date(Date.now() - 3 * DAY * 1000).toISOString()
    await beekeeper.api.post('/intervention', { scaleId: otherId, label: 'feeding', time })
    await page.reload()
    await expect(page.getByRole('button', { name: /^Feeding, / })).toBeVisible()
  })

  await test.step('an alarm shows its place on request: on a map or else as a drawing, with a link to the map app', async () => {
    const maps: string[] = []
    page.on('request', (request) => {
      if (/\/map-\w/.test(request.url())) maps.push(request.url())
    })
    await page.goto('/alarms?lang=en')
    await expect(page.getByText('Older alarms are on the page of their hive, under Season and Year.')).toBeVisible()
    const place = page.getByRole('button', { name: 'Place: Orchard' })
    await expect(place).toHaveAttribute('aria-expanded', 'false')
    expect(maps).toEqual([])
    await place.click()
    await expect(page.getByRole('region', { name: 'Map with the place of Orchard' })).toBeVisible()
    expect(maps.length).toBeGreaterThan(0)
    const app = page.getByRole('link', { name: 'Open in the map app' })
    await expect(app).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/\?mlat=46\.99&mlon=7\.45/)

    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebGL2RenderingContext'))
    await page.reload()
    await place.click()
    await expect(page.getByRole('img', { name: 'Map with the place of Orchard' })).toBeVisible()
    await expect(app).toBeVisible()
    await expectSound(page, 'alarm-place')
  })

  await test.step('one tap leads from an alarm to its curve', async () => {
    // a single tap
    await page.getByRole('link', { name: 'Curve' }).click()
    await expect(page).toHaveURL(new RegExp(`/scaleoverview/${controllerId}/${otherId}\\?.*alarm=${alarm}`))
    await expect(page.locator('button[aria-current=true]')).toBeVisible()
    await page.getByRole('button', { name: 'It was not' }).click()
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible()
  })
})

test('a note: a keyboard moves nothing, the form starts with this hive and now, and a few words are enough', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, scaleId } = await orchard(serverUrl)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOn(page, beekeeper)
  await page.getByRole('link', { name: 'Linden', exact: true }).click()
  const words = page.getByRole('textbox', { name: /What did you just do/ })

  await test.step('an on-screen keyboard that covers half of the screen moves nothing', async () => {
    await expect(cell(page, 1)).toHaveText('69.98')
    await expect(page.getByText('+1.0 kg in 24 h')).toBeVisible()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, fieldset, .u-over')].map((e) => e.getBoundingClientRect().y),
      )
    // the curve is drawn after its values are there
    await expect(page.locator('.u-over')).toBeVisible()
    const before = await places()
    expect(before.length).toBeGreaterThan(2)
    await words.focus()
    await page.setViewportSize({ width: 390, height: 420 })
    await page.keyboard.type('fed 5 kg')
    await expect(words).toHaveValue('fed 5 kg')
    expect(await places()).toEqual(before)
  })

  await test.step('with nothing typed, the button opens the form with this hive and the current time', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await words.clear()
    await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeInViewport({ ratio: 1 })
    // typing does not move the page
    const { x, y } = (await words.boundingBox())!
    await page.mouse.click(x + 20, y + 20)
    await words.pressSequentially('fed 5 kg')
    await expect(words).toHaveValue('fed 5 kg')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await words.clear()
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Add intervention' })
    await expect(form.getByRole('checkbox', { name: 'Linden' })).toBeChecked()
    await expect(form.getByLabel('When')).not.toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a few words become a note with the current time', async () => {
    await words.click()
    await page.keyboard.type('fed 5 kg')
    await page.keyboard.press('Enter')
    const diary = page.getByRole('region', { name: 'Diary' })
    await expect(diary.getByText('Feeding')).toBeVisible()
    await expect(diary.getByText('fed 5 kg')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Feeding, / })).toBeVisible()
    await expect(words).toHaveValue('')
    type Stored = { scaleId: number; label: string; description: string; time: string }
    const stored = () => beekeeper.api.get<Stored[]>('/intervention')
    const [note] = await stored()
    expect(note).toMatchObject({ scaleId, label: 'feeding', description: 'fed 5 kg' })
    expect(Math.abs(Date.parse(note!.time) - Date.now())).toBeLessThan(60_000)

    await page.getByRole('button', { name: /^Edit: Feeding/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit intervention' })
    await edit.getByLabel('Notes').fill('fed 6 kg')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(diary.getByText('fed 6 kg')).toBeVisible()
    await expectSound(page, 'hive-diary')
    await page.getByRole('button', { name: /^Delete: Feeding/ }).click()
    await expect(diary.getByText('Nothing noted yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(diary.getByText('fed 6 kg')).toBeVisible()

    await words.fill('half a thou')
    await page.goBack()
    await page.goForward()
    await expect(words).toHaveValue('half a thou')
  })
})

/** The height of the curve's plot, which share of it is uncovered, whether its time axis is uncovered, and how far the page is scrolled. */
const plotInSight = (page: Page) =>
  page
    .locator('.u-over')
    .first()
    .evaluate((plot) => {
      const { left, right, top, height } = plot.getBoundingClientRect()
      const chart = plot.closest('[role="application"]')!
      const isSeen = (y: number) => chart.contains(document.elementFromPoint((left + right) / 2, y))
      const rows = Array.from({ length: Math.floor(height) }, (_, row) => top + row)
      const axis = isSeen(chart.getBoundingClientRect().bottom - 4)
      return { height, share: rows.filter(isSeen).length / rows.length, axis, scrolled: scrollY }
    })

/** In CSS pixels, with the minimum height of a plot on each, also below the flag of an alarm. */
const smallScreens = [
  { width: 360, height: 640, least: 190, withAlarm: 140 },
  { width: 320, height: 568, least: 100, withAlarm: 95 },
  { width: 844, height: 390, least: 190, withAlarm: 150 },
  { width: 740, height: 360, least: 160, withAlarm: 120 },
  { width: 667, height: 375, least: 175, withAlarm: 135 },
]

test('the curve is in view at once, even on a small phone and on one held sideways', async ({ page, serverUrl }) => {
  const hive = await orchard(serverUrl)
  const { beekeeper, controllerId, otherId, address } = hive
  const alarm = await disturb(serverUrl, hive)
  await signIn(page, beekeeper)
  const quiet = `${address}?lang=en`
  const loud = `/scaleoverview/${controllerId}/${otherId}?alarm=${alarm}&lang=en`
  for (const { width, height, least, withAlarm } of smallScreens) {
    await page.setViewportSize({ width, height })
    for (const { place, high } of [
      { place: quiet, high: least },
      { place: loud, high: withAlarm },
    ]) {
      const where = `${width} × ${height}: ${place}`
      await page.goto(place)
      if (place === loud) await expect(page.locator('button[aria-current=true]')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeInViewport({ ratio: 1 })
      const whole = { share: 1, scrolled: 0, ...(width > 320 && { axis: true }) }
      await expect.poll(() => plotInSight(page), where).toMatchObject(whole)
      expect((await plotInSight(page)).height, where).toBeGreaterThanOrEqual(high)
    }
    if (width === 360 || width === 667) await expectSound(page, `hive-${width}`)
  }
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Alarms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible()

  // with text twice as large, while the phone is being turned
  await showLarge(page)
  await page.goto(loud)
  await expect(page.locator('.u-over').first()).toBeVisible()
  for (const { width, height } of smallScreens) {
    await page.setViewportSize({ width, height })
    // layout that depends on measured sizes follows one frame later
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await cutWords(page), `${width} px wide`).toEqual([])
    if (width === 320 || width === 667) await expectSound(page, `hive-${width}-large`)
  }

  // where there is enough height, everything has its normal size
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(quiet)
  await expect.poll(() => plotInSight(page)).toMatchObject({ height: 290 })
})

test('the page of a foreign or moved hive says so and shows where to go', async ({ page, serverUrl }) => {
  const { beekeeper, controllerId, scaleId, otherId } = await orchard(serverUrl)
  const stranger = await orchard(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(`/scaleoverview/${stranger.controllerId}/${stranger.scaleId}?lang=en`)
  await expect(page.getByText('This hive is not one of yours')).toBeVisible()
  await page.goto(`/scaleoverview/${stranger.controllerId}/${scaleId}`)
  await expect(page.getByText('Linden is now at another transmitter')).toBeVisible()
  await expectSound(page, 'hive-moved')
  await page.getByRole('link', { name: 'Linden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()

  await page.goto(`/scaleoverview/${controllerId}/${otherId}`)
  await expect(page.getByText('No reading yet')).toBeVisible()
  await page.goto(`/scaleoverview/${controllerId}/nonsense`)
  await expect(page.getByText('This hive is not one of yours')).toBeVisible()
})

test('the page of a hive on a large screen, and of one that is archived, only watched, or measures only temperature', async ({
  browser,
  page,
  serverUrl,
}) => {
  const { beekeeper, controller, controllerId, scaleId, address } = await orchard(serverUrl)
  const body = { controllerId, channelId: 3, name: 'Brood', type: 'thermometer' }
  const { id: thermometer } = await beekeeper.api.post<{ id: number }>('/scale', body)
  const warm = { time: new Date().toISOString(), channel: 3, temperature: 34.5 }
  await sendReadings(serverUrl, controller, [warm])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, beekeeper)
  await page.goto(`${address}?lang=en`)
  await expect(page).toHaveTitle('Linden · HiveWatch')
  await expect(page.getByText('+1.0 kg in 24 h')).toBeVisible()
  await expect(cell(page, 1)).toHaveText('69.98')
  await expectSound(page, 'hive-wide')

  await page.goto(`/scaleoverview/${controllerId}/${thermometer}`)
  await expect(page).toHaveTitle('Brood · HiveWatch')
  await expect(page.getByText('34.5', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Weight')).toHaveCount(0)
  await expectSound(page, 'hive-heat')

  const { watchCode } = await beekeeper.api.post<{ watchCode: string }>(`/controller/${controllerId}/watchCode`, {})
  const watcher = await registerBeekeeper(serverUrl)
  await watcher.api.post('/controller/watches', { code: watchCode })
  const elsewhere = await browser.newContext({ baseURL: serverUrl, serviceWorkers: 'block' })
  const watched = await elsewhere.newPage()
  await signIn(watched, watcher)
  await watched.goto(`${address}?lang=en`)
  await expect(watched.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()
  await expect(cell(watched, 1)).toHaveText('69.98')
  await expect(watched.getByRole('textbox', { name: /What did you just do/ })).toHaveCount(0)
  await expectSound(watched, 'hive-watched')
  await elsewhere.close()

  await beekeeper.api.post(`/scale/${scaleId}`, { state: 'archived' })
  await page.goto(address)
  await expect(page.getByText('This scale is archived: it no longer weighs.')).toBeVisible()
  await expect(page).toHaveTitle('Linden · HiveWatch')
  await expect(page.getByRole('textbox', { name: /What did you just do/ })).toHaveCount(0)
  await expectSound(page, 'hive-archived')
})

test('a hive with damaged readings says so, and shows the intact ones', async ({ page, serverUrl, dataDir }) => {
  const { beekeeper, scaleId, address } = await orchard(serverUrl)
  await inStoreOf(dataDir, async (db) => {
    const tiles = db.selectFrom('tile').select(['from', 'bytes']).where('scale_id', '=', scaleId).where('level', '=', 0)
    const days = await tiles.orderBy('from', 'desc').limit(2).execute()
    expect(days).toHaveLength(2)
    for (const { from, bytes } of days) {
      bytes[bytes.length >> 1]! ^= 4
      const day = db.updateTable('tile').where('scale_id', '=', scaleId).where('level', '=', 0).where('from', '=', from)
      await day.set({ bytes }).execute()
    }
  })
  await signIn(page, beekeeper)
  await page.goto(`${address}?range=week&lang=en`)
  await expect(page.getByText('Some of what was stored of this hive is damaged')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()
  await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeGreaterThan(60)
  await expectSound(page, 'hive-damaged')
})

test('an old alarm is found by its link and by the time range that contains it', async ({ page, serverUrl }) => {
  const hive = await orchard(serverUrl)
  const alarm = await disturb(serverUrl, hive, 50 * DAY)
  const { beekeeper, controllerId, otherId } = hive
  expect(await beekeeper.api.get('/alarm')).toEqual([])
  await signIn(page, beekeeper)
  const address = `/scaleoverview/${controllerId}/${otherId}`
  await page.goto(`${address}?alarm=${alarm}&lang=en`)
  const flag = page.getByRole('button', { name: /^Robbing or strong flow \+6\.0\skg/ })
  await expect(flag).toHaveAttribute('aria-current', 'true')
  const card = page.getByRole('region', { name: /^Robbing or strong flow: Maple/ })
  await card.getByRole('button', { name: 'It was not' }).click()
  await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.goto(`${address}?range=year`)
  await expect(flag).toBeVisible()
  await expect(card).toBeVisible()
  await page.goto(`${address}?range=week`)
  await expect(page.getByRole('radio', { name: '7 d' })).toBeChecked()
  await expect(card).toHaveCount(0)
  await page.goto(`${address}?alarm=999999`)
  await expect(page.getByRole('radio', { name: '24 h' })).toBeChecked()
})

test.describe('with the worker', () => {
  testOnDevice('what was viewed of a hive is available offline', async ({ page, context, serverUrl }) => {
    const { beekeeper, address } = await orchard(serverUrl)
    await signInForOffline(page, beekeeper, address)
    await expect(cell(page, 1)).toHaveText('69.98')
    await page.getByText('7 d', { exact: true }).click()
    await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeLessThan(64)
    await page.waitForFunction(() => localStorage.getItem('hivewatch.queries')?.includes('Linden'))
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()
    await expect(cell(page, 1)).toHaveText('69.98')
    await expect(page.getByText('69.98', { exact: true }).first()).toBeVisible()
    await page.getByText('24 h', { exact: true }).click()
    await expect.poll(async () => Number(await cell(page, 0).textContent())).toBeGreaterThan(68)
  })

  testOnDevice(
    'a note made offline is in the diary at once, and on the server as soon as there is a network',
    async ({ page, context, serverUrl }) => {
      const { beekeeper, address } = await orchard(serverUrl)
      await signInForOffline(page, beekeeper, address)
      await expect(cell(page, 1)).toHaveText('69.98')
      await page.waitForFunction(() => localStorage.getItem('hivewatch.queries')?.includes('Linden'))
      await context.setOffline(true)
      await reloadOffline(page)
      await page.getByRole('textbox', { name: /What did you just do/ }).fill('fed 5 kg')
      await page.keyboard.press('Enter')
      const diary = page.getByRole('region', { name: 'Diary' })
      await expect(diary.getByText('fed 5 kg')).toBeVisible()
      await expect(diary.getByText('Waits for the network')).toBeVisible()
      await expect(page.getByRole('textbox', { name: /What did you just do/ })).toHaveValue('')

      await context.setOffline(false)
      const stored = () => beekeeper.api.get<{ description: string }[]>('/intervention')
      await expect.poll(async () => (await stored()).map(({ description }) => description)).toEqual(['fed 5 kg'])
      await expect(diary.getByText('Waits for the network')).toBeHidden()
      await expect(diary.getByText('fed 5 kg')).toBeVisible()
    },
  )
})
