import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import { createTransmitterWatch } from '../../server/alerts/alarms/transmitters/watch-transmitters.ts'
import { makeOrderKey } from '../../server/domain/shop/order-key.ts'
import { createTroubles } from '../../server/operations/upkeep/troubles/troubles.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { createLoops } from '../../server/platform/loops/each-by-itself.ts'
import { fixedClock, systemClock } from '../../server/platform/runtime/clock.ts'
import { createEvents } from '../../server/platform/runtime/events.ts'
import { silentLogger } from '../../server/platform/runtime/logger.ts'
import { openStore } from '../../server/store/open-store.ts'
import {
  type Beekeeper,
  test as base,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { type Look, showIn } from '../support/browser/looks.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { runBundled } from '../support/server/bundle-server.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { storeIn } from '../support/server/server-store.ts'

type Issuer = (...options: string[]) => Promise<string[]>

/** Checks the transmitters of a server once, as it does by itself every five minutes. */
async function watchTransmitters(folder: string): Promise<void> {
  const config = readConfig(await storeIn(folder))
  const onLost = (error: Error) => {
    throw error
  }
  const database = await openStore(config.database, { readers: 1, onLost })
  const logger = silentLogger()
  const troubles = createTroubles({ database, clock: systemClock, logger })
  const loops = createLoops({ troubles, clock: systemClock, logger })
  const clock = fixedClock(Date.now())
  const listening = { since: () => 0, listenedMs: () => 0 }
  const deps = { database, config, clock, events: createEvents(), listening, loops, wakeDeliveries: () => {} }
  await createTransmitterWatch(deps)()
  await troubles.stop()
  await database.close()
}

/** A server whose trials end at once, and the script its operator uses to create order keys. */
const test = base.extend<object, { shop: { url: string; issue: Issuer; watch: () => Promise<void> } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-subscription-'))
      const server: ServerProcess = await startServerProcess({ ...(await storeIn(folder)), TRIAL_DAYS: '0' })
      const issue: Issuer = async (...options) => {
        const { stdout } = await runBundled('server/commands/order-keys.ts', options, await storeIn(folder))
        return stdout.trim().split('\n')
      }
      const watch = () => watchTransmitters(folder)
      await use({ url: server.url.replace('127.0.0.1', 'localhost'), issue, watch })
      await server.stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
})

const reading = () => ({ time: new Date().toISOString(), channel: 1, weight: 41.5 })
const card = (page: Page) => page.getByRole('region', { name: 'Subscription' })
const readings = async ({ api }: Beekeeper): Promise<number> => (await api.get<object[]>('/scale')).length

/** The key with two different adjacent characters swapped. */
function swapped(key: string): string {
  const symbols = [...key]
  const at = symbols.findIndex((symbol, i) => symbol !== '-' && symbols[i + 1] !== '-' && symbol !== symbols[i + 1])
  ;[symbols[at], symbols[at + 1]] = [symbols[at + 1]!, symbols[at]!]
  return symbols.join('')
}

test('an ended subscription shows on the dashboard, is renewed by a key, and data is collected again', async ({
  page,
  shop,
}) => {
  const beekeeper = await registerBeekeeper(shop.url)
  const controller = await claimController(beekeeper)
  await sendReadings(shop.url, controller, [reading()])
  expect(await readings(beekeeper)).toBe(0)
  const [key = ''] = await shop.issue('--years', '2')

  await signInOn(page, beekeeper)
  await expect(page.getByText('Subscription ended: no new data')).toBeVisible()
  await page.getByRole('link', { name: 'Renew' }).click()
  await expect(card(page)).toBeInViewport()
  await expect(card(page)).toContainText('today: nothing new is collected until you renew it.')

  const field = card(page).getByLabel('Order key')
  const renew = card(page).getByRole('button', { name: 'Renew' })
  await renew.click()
  await expect(card(page)).toContainText('Enter the order key.')
  await expect(field).toBeFocused()
  await field.pressSequentially(swapped(key).replaceAll('-', '').toLowerCase())
  await expect(field).toHaveValue(swapped(key))
  await renew.click()
  await expect(card(page)).toContainText('There is a typo')
  await field.fill(makeOrderKey(Array.from({ length: 15 }, () => 7)))
  await renew.click()
  await expect(card(page)).toContainText('This order key is not valid.')
  await field.fill('')
  await field.pressSequentially(key.replaceAll('-', '').toLowerCase())
  await renew.click()

  const end = new Date()
  end.setUTCFullYear(end.getUTCFullYear() + 2)
  await expect(card(page)).toContainText('Active')
  await expect(card(page)).toContainText(`It runs until`)
  await expect(field).toHaveValue('')
  await card(page).getByText('Renewals so far: 1').click()
  await expect(card(page)).toContainText(`2 years, until`)
  await expect(card(page)).toContainText(String(end.getUTCFullYear()))

  await sendReadings(shop.url, controller, [reading()])
  expect(await readings(beekeeper)).toBe(1)
  await page.goto('/dashboard')
  await expect(page.getByText('41.5', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('Subscription ended: no new data')).toHaveCount(0)
})

test('the alarm about an ended subscription leads to the renewal, and ends with it', async ({ page, shop }) => {
  const beekeeper = await registerBeekeeper(shop.url)
  await claimController(beekeeper, 'Obstgarten')
  const [key = ''] = await shop.issue('--years', '1')
  await shop.watch()
  await signInOn(page, beekeeper)
  const today = page.getByRole('region', { name: 'Obstgarten' })
  await expect(today).toContainText('no new data are collected until it is renewed')
  await expect(today.getByRole('button', { name: 'It was not' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Alarms' }).click()
  const alarm = page.getByRole('region', { name: 'Subscription: Obstgarten' })
  await expect(alarm).toContainText('no new data are collected until it is renewed')
  await alarm.getByRole('link', { name: 'Renew' }).click()
  await expect(card(page)).toBeInViewport()
  await card(page).getByLabel('Order key').fill(key)
  await card(page).getByRole('button', { name: 'Renew' }).click()
  await expect(card(page)).toContainText('Active')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Alarms' }).click()
  await expect(page.getByText('All quiet: no alarm needs your attention.')).toBeVisible()
  await expect(alarm).toContainText('Over')
})

test('a key whose answer was lost extends once when tried again; used up, it is reported', async ({ page, shop }) => {
  const beekeeper = await registerBeekeeper(shop.url)
  const { id } = await claimController(beekeeper)
  const [key = ''] = await shop.issue('--days', '20')
  await signIn(page, beekeeper)
  await page.goto(`/settings/controllers/${id}?part=subscription`)
  await expect(card(page)).toContainText('Ended')
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/renew', lose, { times: 1 })
  const field = card(page).getByLabel('Order key')
  const renew = card(page).getByRole('button', { name: 'Renew' })
  await field.fill(key)
  await renew.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(card(page)).toContainText('Ends soon')
  await renew.click()
  await expect(page.getByText('Subscription renewed.')).toBeVisible()
  await expect(field).toHaveValue('')
  await field.fill(key)
  await renew.click()
  await expect(card(page)).toContainText('with this order key less than an hour ago.')
  await expect(card(page)).toContainText('Ends soon')
  await expect(card(page)).toContainText('in 20 days')
  await expect(card(page)).toContainText('Renewals so far: 1')
  await page.goto('/dashboard')
  await expect(page.getByText(/^Subscription ends on/).first()).toBeVisible()
})

test('a key can be typed with spaces and submitted from the keyboard', async ({ page, shop }) => {
  const beekeeper = await registerBeekeeper(shop.url)
  const { id } = await claimController(beekeeper)
  const [key = ''] = await shop.issue('--years', '1')
  await signIn(page, beekeeper)
  await page.goto(`/settings/controllers/${id}?part=subscription`)
  await card(page).getByLabel('Order key').focus()
  await page.keyboard.insertText(` ${key.replaceAll('-', ' ')} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Subscription renewed.')).toBeVisible()
  await expect(card(page)).toContainText('Active')
})

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 740 }
const looks: Look[] = [
  { locale: 'en', variant: 'hivewatch', colorScheme: 'light', viewport: phone },
  { locale: 'en', variant: 'hivewatch', colorScheme: 'dark', viewport: desktop },
  { locale: 'en', variant: 'biovet', colorScheme: 'light', viewport: desktop },
  { locale: 'en', variant: 'biovet', colorScheme: 'dark', viewport: phone },
]

test('the subscription is accessible on the dashboard and on its card', async ({ page, shop }) => {
  const beekeeper = await registerBeekeeper(shop.url)
  const { id } = await claimController(beekeeper)
  const [key = ''] = await shop.issue('--days', '12')
  await beekeeper.api.post(`/controller/${id}/renew`, { orderKey: key })
  await signInOn(page, beekeeper)
  for (const look of looks) {
    await showIn(page, look)
    await expect(page.getByText(/^Subscription ends on/).first()).toBeVisible()
  }
  await page.goto(`/settings/controllers/${id}?part=subscription`)
  await card(page).getByRole('button', { name: 'Renew' }).click()
  await expect(card(page)).toContainText('Enter the order key.')
  await card(page).getByText('Renewals so far: 1').click()
  for (const look of looks) {
    await showIn(page, look)
    expect(await axeFaults(page), look.variant).toEqual([])
  }
})
