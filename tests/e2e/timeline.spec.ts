import type { Page } from '@playwright/test'
import {
  addHives,
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { inkOf, plotBox, rangeOf } from '../support/browser/chart-view.ts'
import { showIn } from '../support/browser/looks.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const STEP = HOUR / 2
const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

test.use({ viewport: desktop })

type Apiary = { beekeeper: Beekeeper; controllerId: number; scaleIds: number[]; to: number }

/** Two hives in an orchard, 20 days up to `to`: the first gains a kilogram a day, the second loses half a kilogram a day. */
async function apiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const names = ['Linden', 'Maple']
  const scaleIds = await addHives(beekeeper, controller, names)
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const count = (20 * DAY) / STEP
  const readings = Array.from({ length: count }, (_, i) => {
    const time = new Date((to - (count - 1 - i) * STEP) * 1000).toISOString()
    const days = (i * STEP) / DAY
    return [
      { time, channel: 1, weight: 30 + days, temperature: 34, humidity: 60 },
      { time, channel: 2, weight: 50 - days / 2 },
    ]
  }).flat()
  await sendReadings(serverUrl, controller, readings)
  const last = () => beekeeper.api.get<{ lastUpdate: string | null }[]>('/controller')
  await expect.poll(async () => (await last())[0]?.lastUpdate).toEqual(expect.any(String))
  return { beekeeper, controllerId: controller.id, scaleIds, to }
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Curves' })
const chart = (page: Page) => page.getByRole('application', { name: /Chart of/ })
/** A cell of the table for screen readers; `column` counts from the first value. */
const cell = (page: Page, row: RegExp, column: number) =>
  page
    .getByRole('table', { name: /Values from/ })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .nth(column)

/** Opens a week of both hives. */
async function openWeek(page: Page, { beekeeper, scaleIds, to }: Apiary, more = ''): Promise<void> {
  await signIn(page, beekeeper)
  await page.goto(`/timeline?series=${scaleIds}&from=${to - 7 * DAY}&to=${to}${more}`)
  await expect(cell(page, /Linden/, 1)).toHaveText(/^49\.9\d$/)
}

test('the timeline opens with the user’s hives and the last 7 days; the tree selects curves, and the URL keeps the view', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controllerId, scaleIds } = await apiary(serverUrl)
  await signInOn(page, beekeeper)
  await page.getByRole('link', { name: 'Comparison' }).first().click()
  await expect(cell(page, /Linden/, 1)).toHaveText('49.98')
  await expect(cell(page, /Maple/, 1)).toHaveText('40.01')
  await expect.poll(() => new URL(page.url()).searchParams.get('last')).toBe('week')
  await expect(page.getByRole('link', { name: 'Linden' })).toHaveAttribute(
    'href',
    `/scaleoverview/${controllerId}/${scaleIds[0]}`,
  )
  await tree(page).getByRole('treeitem', { name: 'Linden' }).click()
  await tree(page).getByRole('treeitem', { name: 'Maple' }).click()
  await expect(page.getByText('No curve is shown')).toBeVisible()
  await tree(page).getByRole('treeitem', { name: 'Linden' }).click()
  await expect(cell(page, /Linden/, 1)).toHaveText('49.98')

  await tree(page).getByRole('treeitem', { name: 'Sensors' }).press('ArrowRight')
  await tree(page).getByRole('treeitem', { name: 'Linden: Temperature' }).click()
  await expect(page.locator('[data-panel]')).toHaveCount(2)
  await expect(cell(page, /Linden, Temperature/, 1)).toHaveText('34.0')
  await expect.poll(() => new URL(page.url()).searchParams.get('series')).toBe(`${scaleIds[0]},${scaleIds[0]}t`)

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Comparison' }).first().click()
  await expect(page.locator('[data-panel]')).toHaveCount(2)
  await page.waitForFunction((key) => localStorage.getItem('hivewatch.queries')?.includes(key), `${scaleIds[0]}t`)
  await page.goto('/timeline')
  await expect(page.locator('[data-panel]')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: '7 d' })).toBeChecked()
})

test('the chart of one transmitter opens with its scales; a link opens the same view, and skips what is not available', async ({
  page,
  serverUrl,
}) => {
  const place = await apiary(serverUrl)
  const { beekeeper, controllerId, to } = place
  await signIn(page, beekeeper)

  await test.step('the chart of one transmitter opens with its scales', async () => {
    await page.goto(`/scaleoverview/${controllerId}`)
    await expect(cell(page, /Linden/, 1)).toHaveText('49.98')
    await expect(cell(page, /Maple/, 1)).toHaveText('40.01')
    await expect(tree(page).getByRole('treeitem', { name: 'Orchard' })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('link', { name: 'Comparison' }).first()).toHaveAttribute('aria-current', 'page')
  })

  await test.step('a link opens the same view, and skips what is not visible or not valid', async () => {
    await openWeek(page, place, '&compare=true&interventions=false')
    await expect(page.getByRole('switch', { name: 'Compare' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Interventions' })).not.toBeChecked()
    await page.goto(
      `/timeline?series=${place.scaleIds[1]},999999,c999999b,nonsense&from=${to - DAY}&to=${to}&delta=maybe`,
    )
    await expect(cell(page, /Maple/, 1)).toHaveText('40.01')
    await expect(page.getByRole('table', { name: /Values from/ }).getByRole('row')).toHaveCount(2)
  })
})

test('the view of a week is moved, compared and measured, by pointer and by keyboard', async ({ page, serverUrl }) => {
  const place = await apiary(serverUrl)

  await test.step('wheel, buttons, dragging and presets move the view', async () => {
    await openWeek(page, place)
    const plot = await plotBox(page)
    const middle = plot.at(0.5)
    const start = await rangeOf(page)

    await page.mouse.move(middle.x, middle.y)
    const tip = page.locator('[data-tip]').first()
    await expect(tip).toHaveText((await page.locator('[data-value]').first().textContent()) ?? 'nothing')
    const [at, below] = [await tip.boundingBox(), await page.locator('[data-value]').first().boundingBox()]
    expect(at!.y, 'within the plot, above the readout').toBeLessThan(below!.y)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    expect(Math.abs((await rangeOf(page)).length - start.length), 'the wheel is the page’s').toBeLessThan(3600)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await rangeOf(page)).length).toBeLessThan(0.7 * start.length)
    const near = await rangeOf(page)
    expect(Math.abs((near.from + near.to) / 2 - (start.from + start.to) / 2)).toBeLessThan(0.02 * start.length)

    await page.mouse.down()
    await page.mouse.move(middle.x + plot.width / 4, middle.y, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await rangeOf(page)).to).toBeLessThan(near.to - 0.2 * near.length)
    expect(Math.abs((await rangeOf(page)).length - near.length)).toBeLessThan(5)

    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(async () => (await rangeOf(page)).length / near.length).toBeCloseTo(2, 1)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(async () => (await rangeOf(page)).length / near.length).toBeCloseTo(1, 1)

    await page.getByRole('radio', { name: '24 h' }).check({ force: true })
    await expect.poll(async () => (await rangeOf(page)).length).toBe(DAY + 600)
    await page.getByRole('radio', { name: 'All' }).check({ force: true })
    await expect.poll(() => new URL(page.url()).searchParams.get('last')).toBe('all')
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
    await expect(cell(page, /Linden/, 1)).toHaveText('49.98')

    await page.mouse.dblclick(middle.x, middle.y)
    await expect.poll(async () => (await rangeOf(page)).length).toBe(7 * DAY + 600)
  })

  await test.step('compared curves start at 0, and days show their change', async () => {
    await openWeek(page, place)
    await page.getByRole('switch', { name: 'Compare' }).click()
    const values = page.locator('[data-value]')
    await expect(values.nth(0)).toHaveText(/^\+(6\.9[89]|7\.00)$/)
    await expect(values.nth(1)).toHaveText(/^-3\.(49|50)$/)
    await page.getByRole('switch', { name: 'Change per day' }).click()
    await expect(page.getByRole('switch', { name: 'Compare' })).not.toBeChecked()
    const noon = (await plotBox(page)).at(0.5)
    await page.mouse.move(noon.x, noon.y)
    await expect(values.nth(0)).toHaveText('+1.00')
    await expect(values.nth(1)).toHaveText('-0.50')
    await expect.poll(() => new URL(page.url()).searchParams.get('delta')).toBe('true')
  })

  await test.step('a span is measured with the mouse, then closed', async () => {
    await openWeek(page, place)
    const plot = await plotBox(page)
    const [begin, end] = [plot.at(1 / 7), plot.at(4 / 7)]
    await page.getByRole('button', { name: 'Measure' }).click()
    await page.mouse.move(begin.x, begin.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
    const measured = page.getByRole('region', { name: 'Measured span' })
    await expect(page.getByRole('heading', { name: /^(3\sdays|2\sdays 23\shours)/ })).toBeVisible()
    await expect(
      measured
        .getByRole('row', { name: /Linden/ })
        .getByRole('cell')
        .first(),
    ).toHaveText(/^\+(2\.9|3\.0)\d\skg$/)
    await expect(measured.getByRole('row', { name: /Maple/ }).getByRole('cell').first()).toHaveText(/^-1\.[45]\d\skg$/)
    await page.getByRole('button', { name: 'End measuring' }).click()
    await expect(measured).toBeHidden()
  })

  await test.step('keys move the chart, the cursor and a span, and the values are announced', async () => {
    await openWeek(page, place)
    const start = await rangeOf(page)
    await chart(page).focus()
    await page.keyboard.press('+')
    await expect.poll(async () => (await rangeOf(page)).length / start.length).toBeCloseTo(0.7, 1)
    await page.keyboard.press('-')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await rangeOf(page)).to).toBeLessThan(start.to - DAY)
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.locator('[aria-live=polite]').filter({ hasText: /Linden: \d\d\.\d\d\skg; Maple/ })).toHaveCount(1)
    await page.keyboard.press('m')
    for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('region', { name: 'Measured span' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Measured span' })).toBeHidden()
    await page.keyboard.press('Home')
    await expect.poll(async () => (await rangeOf(page)).length).toBe(7 * DAY + 600)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add intervention' })).toBeVisible()
  })
})

test('an intervention is added at a time, edited, deleted and restored', async ({ page, serverUrl }) => {
  const place = await apiary(serverUrl)
  const { api } = place.beekeeper
  await openWeek(page, place)
  const plot = await plotBox(page)
  const at = plot.at(3 / 7)
  await page.getByRole('button', { name: 'Add intervention' }).click()
  await page.mouse.click(at.x, at.y)
  const sheet = page.getByRole('dialog', { name: 'Add intervention' })
  await sheet.getByLabel('What was done').selectOption({ label: 'Feeding' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Choose at least one hive.')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'Linden' }).check()
  await sheet.getByRole('checkbox', { name: 'Maple' }).check()
  await sheet.getByLabel('Notes').fill('two liters each')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()

  const flags = page.getByRole('dialog', { name: '2 flags' })
  const stored = () => api.get<{ label: string; time: string; scaleId: number }[]>('/intervention')
  await expect.poll(async () => (await stored()).length).toBe(2)
  for (const { time } of await stored()) {
    expect(Math.abs(Date.parse(time) / 1000 - (place.to - 4 * DAY))).toBeLessThan(HOUR)
  }

  await page.getByRole('button', { name: '2 flags' }).click()
  await flags.getByRole('button', { name: /Feeding, Maple/ }).click()
  await expect(page.getByText('two liters each')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit intervention' })
  await edit.getByLabel('What was done').selectOption({ label: 'Treatment' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(async () => (await stored()).map(({ label }) => label).sort()).toEqual(['feeding', 'treatment'])

  await page.getByRole('button', { name: '2 flags' }).click()
  await flags.getByRole('button', { name: /Treatment, Maple/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: /Feeding, Linden/ })).toBeVisible()
  await expect.poll(async () => (await stored()).length).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: '2 flags' })).toBeVisible()
  await expect.poll(async () => (await stored()).length).toBe(2)

  // high enough that the messages below do not cover the switches
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.getByText('All kinds of interventions').click()
  await page.getByRole('checkbox', { name: 'Treatment' }).check()
  await expect(page.getByRole('button', { name: /Treatment, Maple/ })).toBeVisible()
  await page.getByRole('switch', { name: 'Interventions' }).click()
  await expect(page.getByRole('button', { name: /Treatment, Maple/ })).toBeHidden()
})

test('automatic flags, once switched on, show jumps and alarms, which can be judged and muted there', async ({
  page,
  serverUrl,
}) => {
  const place = await apiary(serverUrl)
  const { api } = place.beekeeper
  const controller = await claimController(place.beekeeper, 'Forest edge')
  const readings = Array.from({ length: 144 }, (_, i) => ({
    time: new Date((place.to - (143 - i) * 600) * 1000).toISOString(),
    channel: 1,
    weight: i < 30 ? 40 : i < 100 ? 41.5 : 47.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  type Known = { id: number; controllerId: number }
  const scaleId = async () =>
    (await api.get<Known[]>('/scale')).find(({ controllerId }) => controllerId === controller.id)?.id
  await expect.poll(scaleId).toBeDefined()
  await signIn(page, place.beekeeper)
  await page.goto(`/timeline?series=${await scaleId()}&from=${place.to - DAY}&to=${place.to}`)
  await expect(cell(page, /Weight/, 1)).toHaveText('47.50')
  const jump = page.getByRole('button', { name: /^Jump of \+1\.5\skg/ })
  const alarm = page.getByRole('button', { name: /^Robbing or strong flow/ })
  await expect(alarm).toHaveCount(0)
  await page.getByRole('switch', { name: 'Automatic flags' }).click()
  await expect(jump).toBeVisible()
  await alarm.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'It was not' }).click()
  await expect
    .poll(async () => (await api.get<{ verdict: string | null }[]>('/alarm')).map(({ verdict }) => verdict))
    .toEqual(['false'])
  await sheet.getByRole('button', { name: 'Mute 1 h' }).click()
  await expect(sheet).toBeHidden()
  const mutes = await api.get<{ notificationType: string }[]>(`/notification/mute?idcontroller=${controller.id}`)
  expect(mutes.map(({ notificationType }) => notificationType)).toEqual(['activity'])
})

test('curves are drawn by a retry after a broken answer, and redrawn in other colors', async ({ page, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, beekeeper)

  await test.step('a truncated or invalid answer is reported, and a retry draws the curves', async () => {
    let answer: 'half' | 'other' | 'whole' = 'half'
    await page.route('**/api/timeline?*', async (route) => {
      if (answer === 'whole') return route.continue()
      const response = await route.fetch()
      const whole = await response.body()
      await route.fulfill({
        response,
        body: answer === 'half' ? whole.subarray(0, whole.length / 2) : 'bees'.repeat(500),
      })
    })
    await page.goto('/timeline')
    const fault = page.getByText('Error while loading chart data')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(fault).toBeVisible()
    answer = 'other'
    await again.click()
    await expect(fault).toBeVisible()
    answer = 'whole'
    await again.click()
    // the start of the last 7 days moves by half an hour when the clock passes a full or half hour
    await expect(cell(page, /^Linden/, 0)).toHaveText(/^43\.0[02]$/)
    await expect(fault).toBeHidden()
    await expect.poll(() => inkOf(page)).toBeGreaterThan(1000)
  })

  await test.step('a chart that is recreated in other colors has its curves again', async () => {
    const before = await inkOf(page)
    expect(before).toBeGreaterThan(1000)
    await page.evaluate(() => document.querySelector('canvas')?.setAttribute('data-old', ''))
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('canvas[data-old]')).toHaveCount(0)
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0.95 * before)
  })
})

test('a phone draws its chart once, in a resolution that it can show, and everything is within reach of the thumb', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await apiary(serverUrl)
  await page.setViewportSize(phone)
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      for (const node of added) if (node instanceof Element && node.matches('.uplot')) performance.mark('plot')
    }).observe(document, { childList: true, subtree: true })
  })
  const levels: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/timeline') levels.push(searchParams.get('level'))
  })
  await signIn(page, beekeeper)
  await page.goto('/timeline')
  await expect(cell(page, /Linden/, 0)).toBeAttached()
  await expect(page.locator('.u-over')).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByName('plot').length)).toBe(1)
  expect(levels[0]).toBe('hour')
  expect(levels).not.toContain('raw')

  await test.step('on a phone, everything is within reach of the thumb', async () => {
    await expect(cell(page, /Linden/, 1)).toHaveText('49.98')
    await page.getByRole('button', { name: 'Curves' }).click()
    await tree(page).getByRole('treeitem', { name: 'Maple' }).click()
    await page.keyboard.press('Escape')
    await expect(cell(page, /Maple/, 1)).toHaveCount(0)
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('button', { name: '30 d' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await rangeOf(page)).length).toBe(30 * DAY + 600)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
  })
})

test('fingers measure, zoom, move and reset the view on a phone, and names next to them are not cut off', async ({
  browser,
  serverUrl,
}) => {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true, baseURL: serverUrl })
  const page = await context.newPage()
  const place = await apiary(serverUrl)

  await test.step('names next to the finger and measured figures are not cut off', async () => {
    await openWeek(page, place)
    const plot = await plotBox(page)
    const { x, y } = plot.at(0.5)
    await page.touchscreen.tap(x, y)
    const rows = page.locator('li', { has: page.locator('[data-tip]') })
    await expect(rows).toHaveText([/Linden.*\d/, /Maple.*\d/])
    await expect(rows.first()).toBeVisible()
    const isCut = (row: Element) => [...row.children].some((part) => part.scrollWidth > part.clientWidth + 1)
    for (const row of await rows.all()) expect(await row.evaluate(isCut)).toBe(false)

    await page.getByRole('button', { name: 'Measure' }).click()
    const begin = (await plotBox(page)).at(0.2)
    await page.mouse.move(begin.x, begin.y)
    await page.mouse.down()
    await page.mouse.move(begin.x + plot.width / 2, begin.y, { steps: 4 })
    await page.mouse.up()
    const measured = page.getByRole('region', { name: 'Measured span' })
    await expect(measured.getByRole('row', { name: /Maple/ }).getByRole('cell')).toHaveCount(5)
    expect(await measured.evaluate((scroll) => scroll.scrollWidth - scroll.clientWidth)).toBeLessThanOrEqual(0)
  })

  await test.step('two fingers zoom, one moves, two taps reset', async () => {
    await openWeek(page, place)
    const start = await rangeOf(page)
    const plot = await plotBox(page)
    const cdp = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({ id, ...plot.at(share) })),
      })
    await touch('touchStart', 0.4, 0.6)
    for (let i = 1; i <= 5; i++) await touch('touchMove', 0.4 - i * 0.04, 0.6 + i * 0.04)
    await touch('touchEnd')
    await expect.poll(async () => (await rangeOf(page)).length / start.length).toBeCloseTo(1 / 3, 1)
    const near = await rangeOf(page)
    await touch('touchStart', 0.3)
    for (let i = 1; i <= 5; i++) await touch('touchMove', 0.3 + i * 0.1)
    await touch('touchEnd')
    await expect.poll(async () => (near.to - (await rangeOf(page)).to) / near.length).toBeCloseTo(0.5, 1)
    const { x, y } = plot.at(0.5)
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await expect.poll(async () => (await rangeOf(page)).length).toBe(7 * DAY + 600)
  })
  await context.close()
})

test('the timeline is accessible in every language', async ({ page, serverUrl }) => {
  test.slow()
  const place = await apiary(serverUrl)
  const time = new Date((place.to - 2 * DAY) * 1000).toISOString()
  await place.beekeeper.api.post('/intervention', { scaleId: place.scaleIds[0], label: 'feeding', time })
  const looks = (['en', 'de', 'fr', 'es'] as const).flatMap((locale, i) =>
    (['hivewatch', 'biovet'] as const).map((variant, v) => {
      return { locale, variant, colorScheme: (i + v) % 2 === 0 ? 'light' : 'dark' } as const
    }),
  )
  await openWeek(page, place, '&alarms=true')
  await expect(page.locator('[data-panel]')).toHaveCount(1)
  for (const look of looks) {
    await showIn(page, { ...look, viewport: desktop })
    await expect(page.getByRole('tree')).toBeVisible()
    expect(await axeFaults(page), look.locale).toEqual([])
    await showIn(page, { ...look, viewport: phone })
    await expect(page.getByRole('tree')).toHaveCount(0)
    expect(await axeFaults(page), look.locale).toEqual([])
    await page.locator('button[title] >> visible=true').filter({ hasText: /^$/ }).first().waitFor()
  }
  await page.goto('/timeline?series=nothing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-panel]')).toHaveCount(0)
  for (const look of looks) {
    await showIn(page, { ...look, viewport: phone })
    expect(await axeFaults(page), look.locale).toEqual([])
  }
})
