import type { Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { signInForOffline } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { startWeakNetwork } from '../support/browser/weak-network.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const STEP = HOUR / 2

test.use({ viewport: { width: 1280, height: 800 } })

/** A beekeeper with one scale that gained a little every half hour for 20 days, up to `to`. */
async function apiary(serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const readings = Array.from({ length: (20 * DAY) / STEP }, (_, i) => ({
    time: new Date((to - (20 * DAY - (i + 1) * STEP)) * 1000).toISOString(),
    channel: 1,
    weight: 30 + i / 100 + ((i * 7919) % 97) / 100,
  }))
  await sendReadings(serverUrl, controller, readings)
  const scaleId = await scaleOf(beekeeper)
  return { beekeeper, controller, scaleId, lastWeight: readings.at(-1)!.weight.toFixed(2) }
}

async function scaleOf({ api }: Beekeeper): Promise<number> {
  let scales: { id: number }[] = []
  await expect
    .poll(async () => {
      scales = await api.get<{ id: number }[]>('/scale')
      return scales.length
    })
    .toBe(1)
  return scales[0]!.id
}

/** The last days up to now, including a bucket that is still in progress. */
function view(scaleId: number, days: number): string {
  const now = Math.floor(Date.now() / 1000)
  return `/timeline?series=${scaleId}&from=${now - days * DAY}&to=${now + 600}`
}
/** The last value of the only curve, from the table for screen readers. */
const lastValue = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').nth(1)

/** Goes offline once the small answers have been stored, which happens a moment after they arrive. */
async function loseNetwork(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const kept = localStorage.getItem('hivewatch.queries') ?? ''
    return ['controller', 'scale', 'intervention'].every((name) => kept.includes(name))
  })
  await page.context().setOffline(true)
}

/** Notes an intervention in the middle of the chart. */
async function addIntervention(page: Page, notes: string): Promise<void> {
  await page.getByRole('button', { name: 'Add intervention' }).click()
  const plot = await page.locator('.u-over').first().boundingBox()
  await page.mouse.click(plot!.x + plot!.width / 2, plot!.y + plot!.height / 2)
  await page.getByLabel('Notes').fill(notes)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a timeline viewed before is available offline, at other zoom levels, too', async ({ page, serverUrl }) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)

  await loseNetwork(page)
  await page.reload()
  await expect(lastValue(page)).toContainText(lastWeight)
  await expect(page.getByText('Data from', { exact: false }).first()).toBeVisible()

  await page.goto(view(scaleId, 60))
  await expect(lastValue(page)).toContainText(lastWeight)
  await page.goto(view(scaleId, 900))
  await expect(lastValue(page)).toContainText(lastWeight)
})

test('offline, the data of a wide view fills a close one that was never opened', async ({ page, serverUrl }) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 60))
  await expect(lastValue(page)).toContainText(lastWeight)
  await page.evaluate(async () => {
    const open = indexedDB.open('hivewatch')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const rows = open.result.transaction(['series', 'tile'], 'readwrite')
    // data prefetched beyond the view would hide what this tests
    rows.objectStore('series').openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
      if (cursor?.value.level === 0) cursor.delete()
      cursor?.continue()
    }
    await new Promise((resolve) => {
      rows.oncomplete = resolve
    })
    open.result.close()
  })
  await loseNetwork(page)
  await page.goto(view(scaleId, 2))
  await expect(lastValue(page)).toContainText(lastWeight)
})

test('a second visit requests only what changed, which takes a few bytes', async ({ page, serverUrl }) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  const sizes = { whole: [] as number[], changes: [] as number[] }
  page.context().on('response', (response) => {
    const url = new URL(response.url())
    if (url.pathname !== '/api/timeline' || response.fromServiceWorker()) return
    sizes[url.searchParams.has('since') ? 'changes' : 'whole'].push(Number(response.headers()['content-length']))
  })
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)
  await page.reload()
  await expect(lastValue(page)).toContainText(lastWeight)
  await expect.poll(() => sizes.changes.length).toBeGreaterThan(0)
  expect(Math.max(...sizes.changes)).toBeLessThan(50)
  expect(Math.max(...sizes.whole)).toBeGreaterThan(200)
})

test('a device that has only shown Today can open the pages of its hives offline, too', async ({
  page,
  context,
  serverUrl,
}) => {
  const { beekeeper, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper)
  await page.waitForFunction(() => {
    const kept = localStorage.getItem('hivewatch.queries') ?? ''
    return ['["controller"', '["scale"'].every((key) => kept.includes(`"queryKey":${key}`))
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Scale 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scale 1' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(lastWeight)
  // a part that was never used on this device is not missing: it just cannot be loaded now
  await page.getByRole('link', { name: 'Shop' }).click()
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
})

test('an intervention made offline arrives exactly once when there is a network again', async ({
  page,
  context,
  serverUrl,
}) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)

  await loseNetwork(page)
  await addIntervention(page, 'Second super')
  await expect(page.getByText('1 change waits for the network.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 change waits for the network.')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('1 change waits for the network.')).toBeHidden()
  const interventions = () => beekeeper.api.get<{ description: string }[]>(`/intervention?scales=${scaleId}`)
  expect((await interventions()).map(({ description }) => description)).toEqual(['Second super'])
  await page.reload()
  await expect(lastValue(page)).toContainText(lastWeight)
  expect(await interventions()).toHaveLength(1)
})

test('a waiting intervention survives the end of the session, and is sent after the next sign-in', async ({
  page,
  context,
  serverUrl,
}) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)
  await loseNetwork(page)
  await addIntervention(page, 'Queen marked')
  await expect(page.getByText('1 change waits for the network.')).toBeVisible()
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('1 change waits for the network.')).toBeHidden()

  await signInForOffline(page, beekeeper)
  const interventions = () => beekeeper.api.get<{ description: string }[]>(`/intervention?scales=${scaleId}`)
  await expect.poll(async () => (await interventions()).map(({ description }) => description)).toEqual(['Queen marked'])
})

test('signing out asks for confirmation if something is waiting for the network', async ({
  page,
  context,
  serverUrl,
}) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)
  await loseNetwork(page)
  await addIntervention(page, 'Queen marked')
  const waits = page.getByText('1 change waits for the network.', { exact: true })
  await expect(waits).toBeVisible()
  const signOut = page.getByRole('navigation').getByRole('link', { name: 'Sign out' })
  await signOut.click()
  await expect(page.getByRole('heading', { name: 'Sign out anyway?' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(waits).toBeVisible()

  await signOut.click()
  await page.getByRole('button', { name: 'Sign out and forget' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.setOffline(false)
  // nobody can sign in before the server knows of the sign-out, whose answer deletes the cookie
  await page.waitForFunction(() => localStorage.getItem('hivewatch.sign-outs-owed') === null)
  await signInForOffline(page, beekeeper)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(waits).toBeHidden()
  expect(await beekeeper.api.get(`/intervention?scales=${scaleId}`)).toEqual([])
})

test('a change that the server refuses later is reported', async ({ page, context, serverUrl }) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)
  await loseNetwork(page)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const change = { id: crypto.randomUUID(), method: 'DELETE', path: '/api/no-such-thing' }
    const refused = { ...change, method: 'POST', body: {} }
    active?.postMessage({ type: 'queue', locale: 'en', change: refused })
  })
  await expect(page.getByText('1 change waits for the network.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('A change made earlier was not saved', { exact: false })).toBeVisible()
  await expect(page.getByText('1 change waits for the network.')).toBeHidden()
})

test('on a network that hardly responds, the timeline shows stored data first, then new data', async ({
  page,
  network,
  serverUrl,
}) => {
  const { beekeeper, controller, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, network.url + view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)

  network.state.hangs = '/api/timeline'
  const time = new Date(Date.now() + 60_000).toISOString()
  await sendReadings(serverUrl, controller, [{ time, channel: 1, weight: 77.77 }])
  await page.reload()
  await expect(lastValue(page)).toContainText(lastWeight)
  network.release()
  await expect(lastValue(page)).toContainText('77.77')
})

test('a new version is offered, and installed with one tap', async ({ page, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  const network = await startWeakNetwork(serverUrl)
  await signInForOffline(page, beekeeper, network.url)
  const prompt = page.getByText('A new version is ready.')
  await expect(prompt).toBeHidden()
  network.state.version = '\n// another version\n'
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(prompt).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(page.getByRole('main')).toBeVisible()
  await expect(prompt).toBeHidden()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
  await network.close()
})

test('a second language that has been used is available offline', async ({ page, context, network, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, network.url)
  const languages = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('hivewatch-assets-on-use')).keys()
      return [...new Set(kept.map(({ url }) => /\/texts-(\w\w)-screens-/.exec(url)?.[1]))].filter(Boolean).sort()
    })
  await expect.poll(languages).toEqual(['en'])
  await page.goto(`${network.url}/dashboard?lang=fr`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect.poll(languages).toEqual(['en', 'fr'])
  await context.setOffline(true)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto(`${network.url}/settings/scales`)
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible()
  await context.setOffline(false)
})

test('signing out leaves nothing of the account on the device', async ({ page, context, serverUrl }) => {
  const { beekeeper, scaleId, lastWeight } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper, view(scaleId, 4))
  await expect(lastValue(page)).toContainText(lastWeight)
  const rows = () =>
    page.evaluate(async () => {
      const counts: number[] = []
      for (const kept of ['hivewatch', 'hivewatch-answers']) {
        const open = indexedDB.open(kept)
        await new Promise((resolve) => {
          open.onsuccess = resolve
        })
        const database = open.result
        for (const name of database.objectStoreNames) {
          const counted = database.transaction(name).objectStore(name).count()
          await new Promise((resolve) => {
            counted.onsuccess = resolve
          })
          counts.push(counted.result)
        }
        database.close()
      }
      return counts.reduce((sum, count) => sum + count, 0)
    })
  await expect.poll(rows).toBeGreaterThan(0)

  await page.goto('/logout')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(rows).toBe(0)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['hivewatch.locale'])
  const answers = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
    }
    return urls.filter((url) => url.includes('/api/'))
  })
  expect(answers).toEqual([])
  expect(await context.cookies()).toEqual([])

  const other = await registerBeekeeper(serverUrl)
  await signInForOffline(page, other)
  await context.setOffline(true)
  await page.goto(view(scaleId, 4))
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(lastWeight)).toHaveCount(0)
})
