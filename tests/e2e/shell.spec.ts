import type { Locator } from '@playwright/test'
import { locales } from '../../server/domain/platform/locale.ts'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { expectSoundIn, type Look, showIn, showLarge } from '../support/browser/looks.ts'
import { signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { doneAfterSwarm, swarmed } from '../support/browser/swarmed-apiary.ts'
import { brokenWords, cutWords, smallWords } from '../support/browser/words-in-sight.ts'

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

for (const variant of ['hivewatch', 'biovet'] as const) {
  const looks = locales.map((locale, i): Look => {
    return { locale, variant, viewport: sizes[i % 2]!, colorScheme: i < 2 ? 'light' : 'dark' }
  })
  test(`every screen is accessible and fits in every language: ${variant}`, async ({ page, serverUrl }) => {
    test.slow()
    await page.addInitScript((chosen) => localStorage.setItem('hivewatch.variant', chosen), variant)
    const expectScreen = async (where: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectSoundIn(page, looks, where)
    }
    for (const address of ['/', '/nowhere', '/registration']) {
      await page.goto(address)
      await expectScreen(address.slice(1))
    }
    await page.locator('main button[type="submit"]').click()
    await expectScreen('registration with errors')

    const beekeeper = await registerBeekeeper(serverUrl)
    const controller = await claimController(beekeeper)
    const now = Date.now()
    const readings = Array.from({ length: 200 }, (_, n) => ({
      time: new Date(now - (200 - n) * 600_000).toISOString(),
      channel: 1,
      weight: n < 150 ? 42 : 39.4,
    }))
    await sendReadings(serverUrl, controller, readings)
    await beekeeper.api.post('/notification', { type: 'email', address: 'anna@example.ch' })
    await beekeeper.api.post(`/notification/mute?idcontroller=${controller.id}`, {
      notificationType: 'swarm',
      enddate: null,
    })
    await signIn(page, beekeeper)
    const tabs = ['profile', 'controllers', 'register', 'scales', 'watches', 'notifications'].map(
      (tab) => `/settings/${tab}`,
    )
    for (const address of ['/alarms', ...tabs]) {
      await page.goto(address)
      await expect(page.locator('main')).not.toBeEmpty()
      await page.waitForLoadState('networkidle')
      await expectScreen(address.slice(1).replace('/', '-'))
    }
    await page.goto('/settings/controllers')
    await page.getByRole('link', { name: 'Waldrand' }).click()
    await expect(page.getByRole('heading', { name: 'Waldrand' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectScreen('a transmitter')
  })
}

const phoneLook = { variant: 'hivewatch', viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const

/** Each language in another look: light and dark, both variants, on a phone and on a desktop. */
const largeLooks = locales.map(
  (locale, i): Look => ({
    locale,
    variant: i % 2 === 0 ? 'hivewatch' : 'biovet',
    viewport: sizes[i % 2]!,
    colorScheme: i < 2 ? 'light' : 'dark',
  }),
)

const largeOnPhone = new Set(largeLooks.filter(({ viewport }) => viewport === sizes[0]).map(({ locale }) => locale))

test('every screen fits with text twice as large', async ({ page, serverUrl }) => {
  test.slow()
  await showLarge(page)
  const apiary = await swarmed(serverUrl, 1, 'Waldrand beim Bienenhaus')
  const { beekeeper, controller, scaleId } = apiary
  await doneAfterSwarm(apiary)
  const yearBefore = new Date().setFullYear(new Date().getFullYear() - 1)
  const readings = [Date.now(), yearBefore].flatMap((until) =>
    Array.from({ length: 48 }, (_, n) => ({
      time: new Date(until - (48 - n) * 900_000).toISOString(),
      channel: 1,
      weight: 38.4,
    })),
  )
  await sendReadings(serverUrl, controller, readings)
  const forGood = { notificationType: 'activity', enddate: null }
  await beekeeper.api.post(`/notification/mute?idcontroller=${controller.id}`, forGood)
  await page.goto('/')
  await expectSoundIn(page, largeLooks, 'large-start')
  await signIn(page, beekeeper)
  const hivePage = `/scaleoverview/${controller.id}/${scaleId}`
  // for dense screens, every language is checked on a phone
  const dense = [hivePage, '/alarms', '/settings/controllers']
  const addresses = [
    ...['/dashboard', ...dense, '/timeline', '/heatmap', '/analysis'],
    ...['profile', 'account', 'notifications', 'register', 'scales', 'watches', 'sharing', 'import'].map(
      (tab) => `/settings/${tab}`,
    ),
    ...[`/settings/controllers/${controller.id}`, `/settings/controllers/${controller.id}?part=setup`],
    ...['/settings/connect', '/export', '/shop', '/shop/scales'],
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const where = `large-${address.slice(1).replaceAll('/', '-')}`
    if (address === hivePage) await expect(page.getByText(/^(A year before|Un año antes)$/).first()).toBeVisible()
    if (address === '/alarms') await expect(page.locator('[data-status="done"]')).toBeVisible()
    await expectSoundIn(page, largeLooks, where)
    if (!dense.includes(address)) continue
    for (const locale of locales) {
      const look = { ...phoneLook, locale }
      await (largeOnPhone.has(locale) ? showIn(page, look) : expectSoundIn(page, [look], where))
      expect(await cutWords(page), `${where}-${locale}`).toEqual([])
    }
  }
  await page.goto('/timeline')
  for (const locale of locales) {
    await showIn(page, { ...phoneLook, locale })
    // content above the bottom bar is not hidden behind it, and the bar's words are not broken
    await page.locator('[aria-pressed]').first().click({ trial: true })
    const inBar = await page.getByRole('navigation').last().innerText()
    const broken = await brokenWords(page)
    expect(broken.filter((words) => inBar.includes(words.split(' ')[0]!))).toEqual([])
  }
})

test('on a small phone with text twice as large, titles are not broken, and no bar at the bottom covers anything', async ({
  page,
  serverUrl,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await showLarge(page)
  await signIn(page, await registerBeekeeper(serverUrl))
  const title = page.getByRole('heading', { level: 1 })
  for (const address of ['/timeline', '/outbox', '/nowhere']) {
    await page.goto(`${address}?lang=fr`)
    await expectSound(page, `small-large-${address.slice(1)}`)
    const words = await title.innerText()
    const broken = await brokenWords(page)
    expect(broken.filter((word) => words.includes(word.split(' ')[0]!))).toEqual([])
  }

  await page.goto('/shop?lang=en')
  const total = page.getByRole('region', { name: 'Total' })
  await page.getByRole('button', { name: 'More: Transmitter' }).click()
  await expect(page.getByLabel('Number').first()).toHaveValue('2')
  await expect(total).not.toBeInViewport()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(title).toHaveText('Scales')
  // with letters of normal size it stays in view
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  await expect(total).toBeInViewport({ ratio: 1 })
})

test('on a small phone with text twice as large and spaced out, nothing is wider than the screen', async ({
  page,
  serverUrl,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const spaced =
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'
      document.head.append(Object.assign(document.createElement('style'), { textContent: spaced }))
      document.documentElement.style.fontSize = '200%'
    })
  })
  const apiary = await swarmed(serverUrl, 1)
  await doneAfterSwarm(apiary)
  await signIn(page, apiary.beekeeper)
  await page.goto('/alarms?lang=de')
  await expect(page.getByRole('button', { name: 'Zurücknehmen' })).toHaveCount(2)
  await expectSound(page, 'small-spaced-alarms')
  await page.goto('/timeline')
  await expect(page.getByRole('button', { name: 'Ansicht', exact: true })).toBeVisible()
  await expectSound(page, 'small-spaced-timeline')

  await page.goto('/shop?lang=fr')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('CHF 404.00')
  await total.getByText('1 article').click()
  await expectSound(page, 'small-spaced-shop')
  const list = await total.getByRole('list').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(list, 'no amount is out of sight').toBe(0)
})

test('on a small phone with text twice as large, a name of one long word widens nothing, and no figure is broken', async ({
  page,
  serverUrl,
}) => {
  const name = 'Bienenstandsgenossenschaftsvereinshausgartenwaldrandbeobachtungsstationsbehälter'
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, name)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42 }])
  await page.setViewportSize({ width: 320, height: 568 })
  await showLarge(page)
  await signIn(page, beekeeper)
  const transmitter = `/settings/controllers/${controller.id}`
  for (const address of ['/settings/connect', '/settings/notifications', `${transmitter}?part=setup`, '/visit']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await showIn(page, { ...phoneLook, viewport: { width: 320, height: 568 }, locale: 'de' })
    await expectSound(page, `small-large-name${address.slice(1).replaceAll(/\W/g, '-')}`)
    expect(await cutWords(page), address).toEqual([])
    const outside = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('button, a')].flatMap((one) => {
        const { scrollWidth, clientWidth, innerText } = one as HTMLElement
        return scrollWidth > clientWidth && clientWidth > 0 ? [innerText] : []
      }),
    )
    expect(outside, address).toEqual([])
  }

  await page.goto('/settings/controllers?lang=de')
  const time = page
    .locator('dd time, dd')
    .filter({ hasText: /\d\d:\d\d/ })
    .first()
  const lines = await time.evaluate((one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const { 0: figure, index } of text.data.matchAll(/\d[\d.:]*/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + figure.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(figure)
      }
    }
    return broken
  })
  expect(lines).toEqual([])

  await page.goto('/heatmap')
  const widths = page.getByRole('combobox').evaluateAll((all) => all.map((one) => one.clientWidth))
  // as wide as the screen without its margins, so that one reads what is chosen
  expect(Math.min(...(await widths))).toBeGreaterThan(270)
})

test('on a phone, no word is broken in any language, and none is smaller than body text', async ({
  page,
  serverUrl,
}) => {
  test.slow()
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  const readings = Array.from({ length: 200 }, (_, n) => ({
    time: new Date(Date.now() - (200 - n) * 600_000).toISOString(),
    channel: 1,
    weight: 42,
  }))
  await sendReadings(serverUrl, controller, readings)
  await signIn(page, beekeeper)
  const [{ id: scaleId } = { id: 0 }] = await beekeeper.api.get<{ id: number }[]>('/scale')
  const transmitter = `/settings/controllers/${controller.id}`
  const addresses = [
    ...['/dashboard', `/scaleoverview/${controller.id}/${scaleId}`, '/timeline', '/heatmap', '/analysis', '/alarms'],
    ...['', '/account', '/notifications', '/rules', '/scales', '/sharing', '/import'].map((part) => `/settings${part}`),
    ...['', '?part=setup', '?part=subscription', '?part=sharing'].map((part) => `${transmitter}${part}`),
    ...['/setup', '/visit', '/export', '/shop', '/shop/scales', '/subscriptionShop'],
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const locale of locales) {
      await showIn(page, { ...phoneLook, locale })
      expect(await brokenWords(page), `${address} in ${locale}`).toEqual([])
    }
    expect(await smallWords(page), address).toEqual([])
  }
})

test('on a phone held sideways, the screen names at the side keep a margin in every language', async ({
  page,
  serverUrl,
}) => {
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/dashboard')
  const links = page.locator('nav a[href="/timeline"]:visible')
  for (const locale of locales) {
    await showIn(page, { ...phoneLook, viewport: { width: 844, height: 390 }, locale })
    const margin = () =>
      links.evaluate((link) => {
        const words = document.createRange()
        words.selectNodeContents(link)
        return words.getBoundingClientRect().left - link.getBoundingClientRect().left
      })
    await expect.poll(margin, locale).toBeGreaterThanOrEqual(6)
  }
})

test('in forced colors one sees which screen and part is open, and how full a meter is', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42 }])
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, beekeeper)
  await page.goto('/dashboard')
  const looks = (link: Locator) =>
    link.evaluate((one) => {
      const { borderTopWidth, borderBottomColor } = getComputedStyle(one)
      return [borderTopWidth, borderBottomColor]
    })
  const bar = page.getByRole('navigation').last()
  const current = bar.locator('[aria-current="page"]')
  await expect(current).toHaveText('Dashboard')
  expect(await looks(current)).not.toEqual(await looks(bar.getByRole('link', { name: 'Comparison' })))

  await page.getByText('Activity', { exact: true }).click()
  const meter = page.locator('div:has(> meter)').first()
  const parts = await meter.evaluate((one) =>
    [one, ...one.querySelectorAll('span')].map((part) => getComputedStyle(part).backgroundColor),
  )
  expect(parts).toHaveLength(3)
  expect(new Set(parts).size).toBe(3)

  await page.goto(`/settings/controllers/${controller.id}`)
  const tabs = page.getByRole('navigation', { name: 'Parts of this transmitter' })
  const open = await looks(tabs.getByRole('link', { name: 'State' }))
  expect(await looks(tabs.getByRole('link', { name: 'Setup' }))).not.toEqual(open)
})

test('on paper, a dark wide screen is light, whole, and without its frame', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const now = Math.floor(Date.now() / 1000)
  const readings = Array.from({ length: 48 }, (_, index) => ({
    channel: 1,
    time: new Date((now - index * 1800) * 1000).toISOString(),
    weight: 40 + index / 10,
  }))
  await sendReadings(serverUrl, controller, readings)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, beekeeper)
  await page.goto('/timeline')
  const plot = page.locator('.uplot canvas').first()
  await expect.poll(async () => (await plot.boundingBox())?.width ?? 0).toBeGreaterThan(700)
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim())
  const dark = await ink()

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  // the widest sheet a page in portrait has without margins: A4
  const sheet = { width: 794, height: 1123 }
  await page.setViewportSize(sheet)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await ink()).not.toBe(dark)
  const drawn = (await plot.boundingBox())!
  expect(drawn.x + drawn.width).toBeLessThan(sheet.width)

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(ink).toBe(dark)
})

test('a missing part of the app reloads the page once, and no more', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await signInOn(page, beekeeper)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route('**/assets/hives-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/alarms')
  await expect(page.getByRole('heading', { name: 'A part of the app is missing' })).toBeVisible()
  expect(loads).toBe(2)
  await page.route('**/assets/texts-*.js', (route) => route.fulfill({ status: 404 }))
  // it is tried once more when the screen is shown, which redraws it
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('The app could not be loaded. Check the connection.')).toBeVisible()
  expect(loads).toBe(4)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Alarms' })).toBeVisible()
})

test('a message that cannot be loaded since the server is gone leaves the page as it is', async ({
  page,
  serverUrl,
}) => {
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/alarms?lang=en')
  const title = page.getByRole('heading', { level: 1, name: 'Alarms' })
  await expect(title).toBeVisible()
  let asked = 0
  await page.route(/\/assets\/toast-stack-/, (route) => {
    asked++
    return route.abort()
  })
  await page.route(/\/assets\/texts-fr-/, (route) => route.abort())
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByLabel('Language').first().selectOption('fr')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(title).toBeVisible()
  expect(loads).toEqual([])
})

test('a device with stored data does not wait for a weak network', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await claimController(beekeeper, 'Waldrand')
  await signIn(page, beekeeper)
  await page.goto('/settings/controllers')
  await expect(page.getByText('Waldrand')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hivewatch.queries'))).toContain('Waldrand')
  await page.route('**/api/**', () => {})
  await page.reload()
  await expect(page.getByText('Waldrand')).toBeVisible()
  const weak = page.getByRole('status').filter({ hasText: 'The network is weak.' })
  await expect(weak).toBeVisible()
  expect(await weak.locator('svg').evaluate(({ clientWidth }) => clientWidth)).toBe(16)
  await expect(page.getByText('Data from')).toBeVisible()
})

test('a device without stored data that gets no answer offers to sign in again', async ({ page }) => {
  await page.route('**/api/**', () => {})
  await page.goto('/dashboard?lang=en')
  await expect(page.getByText('Checking login …')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible()
})

test.describe('with the worker', () => {
  testOnDevice(
    'signing out offline ends the session on the server as soon as there is a network',
    async ({ page, context, serverUrl }) => {
      const beekeeper = await registerBeekeeper(serverUrl)
      await signInForOffline(page, beekeeper)
      await context.setOffline(true)
      await page.goto('/logout')
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await context.setOffline(false)
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/\?from=/)
      const reply = await context.request.get(`${serverUrl}/api/user/ping`)
      expect(reply.status()).toBe(401)
    },
  )

  testOnDevice(
    'somebody who signs in after signing out offline stays signed in',
    async ({ page, context, serverUrl }) => {
      const beekeeper = await registerBeekeeper(serverUrl)
      await signInForOffline(page, beekeeper)
      await context.setOffline(true)
      await page.goto('/logout')
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await context.setOffline(false)
      await signIn(page, beekeeper)
      await page.goto('/settings/profile')
      await expect(page.getByLabel('First name')).toHaveValue('Anna')
    },
  )
})
