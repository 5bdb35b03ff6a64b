import type { Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { keptTexts } from '../support/browser/kept-texts.ts'
import { showIn } from '../support/browser/looks.ts'
import { signInForOffline } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const STEP = 600

type Place = { beekeeper: Beekeeper; controllerId: number; scaleId: number; address: string }

/** A beekeeper with one hive, Linden, that weighed the same for a day and then jumped by 6 kg, which causes an alarm. */
async function orchard(serverUrl: string): Promise<Place> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const body = { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' }
  const { id: scaleId } = await beekeeper.api.post<{ id: number }>('/scale', body)
  const to = Math.floor(Date.now() / 1000 / STEP) * STEP
  const readings = Array.from({ length: 144 }, (_, i) => ({
    time: new Date((to - (143 - i) * STEP) * 1000).toISOString(),
    channel: 1,
    weight: i < 140 ? 41.5 : 47.5,
  }))
  await sendReadings(serverUrl, controller, readings)
  const alarms = () => beekeeper.api.get<unknown[]>('/alarm')
  await expect.poll(async () => (await alarms()).length).toBe(1)
  return { beekeeper, controllerId: controller.id, scaleId, address: `/scaleoverview/${controller.id}/${scaleId}` }
}

const words = (page: Page) => page.getByRole('textbox', { name: /What did you just do/ })
const diary = (page: Page) => page.getByRole('region', { name: 'Diary' })
const notes = async ({ beekeeper }: Place) =>
  (await beekeeper.api.get<{ description: string }[]>('/intervention')).map(({ description }) => description)

/** Notes what was done, in two taps and some words. */
async function note(page: Page, text: string): Promise<void> {
  await words(page).fill(text)
  await page.keyboard.press('Enter')
}

test('on a stalled network, a note is kept, shown as waiting, and sent later', async ({ page, network, serverUrl }) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  await expect(words(page)).toBeVisible()
  network.state.hangs = '/api/intervention'
  await note(page, 'fed 5 kg')
  await expect(page.getByText('Kept on this device.', { exact: false })).toBeVisible()
  await expect(words(page)).toHaveValue('')
  await expect(diary(page).getByText('fed 5 kg')).toBeVisible()
  await expect(diary(page).getByText('Waits for the network')).toBeVisible()

  await expect(page.getByText('1 change waits for the network.')).toBeVisible()
  await page.getByRole('link', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/\/outbox/)
  const entry = page.getByRole('region', { name: 'Note: Feeding, Linden' })
  await expect(entry.getByText('fed 5 kg')).toBeVisible()
  await expectSound(page, 'outbox')
  network.release()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await expectSound(page, 'outbox-empty')
  expect(await notes(place)).toEqual(['fed 5 kg'])
})

test('a note is not there a second time as a draft if the page is killed while it is being sent', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  await words(page).fill('fed 5 kg')
  await expect.poll(() => keptTexts(page)).toContain('fed 5 kg')
  network.state.hangs = '/api/intervention'
  await page.keyboard.press('Enter')
  await expect(diary(page).getByText('Waits for the network')).toBeVisible()
  await expect.poll(() => keptTexts(page)).not.toContain('fed 5 kg')
  await page.reload()
  await expect(diary(page).getByText('fed 5 kg')).toBeVisible()
  await expect(words(page)).toHaveValue('')
  network.release()
  await expect.poll(() => notes(place)).toEqual(['fed 5 kg'])
})

/** Sets the clock of a page or of the worker ahead. */
function moveClock(byMs: number): void {
  const real = Reflect.get(globalThis, 'realNow') ?? Date.now
  Object.assign(globalThis, { realNow: real })
  Date.now = () => real() + byMs
}

test('a note made while the clock was three days behind is dated right, although the clock is set right before it is sent', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await page.addInitScript(moveClock, -3 * 86_400_000)
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().startsWith(network.url))
  await worker!.evaluate(moveClock, -3 * 86_400_000)
  // the clocks are compared at each start
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/timeline'))
  await page.reload()
  await answered
  await expect(words(page)).toBeVisible()
  await page.context().setOffline(true)
  const madeAt = Date.now()
  await note(page, 'fed 5 kg')
  await expect(diary(page).getByText('Waits for the network')).toBeVisible()
  await worker!.evaluate(moveClock, 0)
  await page.evaluate(moveClock, 0)
  await page.context().setOffline(false)
  const times = async () =>
    (await place.beekeeper.api.get<{ time: string }[]>('/intervention')).map(({ time }) => Date.parse(time))
  await expect.poll(async () => (await times()).length).toBe(1)
  const [time] = await times()
  expect(Math.abs(time! - madeAt)).toBeLessThan(300_000)
})

test('a change that the server fails on blocks nothing else, and can be discarded, restored and sent again', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  network.state.refuses = { path: '/api/alarm/', status: 500, body: { code: 'internal', message: 'Out of order.' } }
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  await page.getByRole('button', { name: 'It was not' }).click()
  await expect(page.getByText('The server cannot take 1 change at the moment.')).toBeVisible()
  await note(page, 'new queen')
  await expect.poll(() => notes(place)).toEqual(['new queen'])

  await page.goto(`${network.url}/outbox`)
  const entry = page.getByRole('region', { name: /^Alarm .*“It was not”, Linden$/ })
  await expect(entry.getByText('The server failed')).toBeVisible()
  await expect(entry.getByText(/Out of order\. Next try: /)).toBeVisible()
  await expect(page.getByText('waits for the network', { exact: false })).toHaveCount(0)
  await expectSound(page, 'outbox-failing')
  await entry.getByRole('button', { name: /^Discard/ }).click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry.getByText('The server failed')).toBeVisible()

  network.state.refuses = undefined
  await entry.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  const alarms = await place.beekeeper.api.get<{ verdict: string }[]>('/alarm')
  expect(alarms.map(({ verdict }) => verdict)).toEqual(['false'])
})

test('a note that the server fails on is said to wait for the server, wherever it is mentioned', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  network.state.refuses = { path: '/api/intervention', status: 503, body: { code: 'internal', message: 'Too full.' } }
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  await note(page, 'fed 5 kg')
  await expect(page.getByText('It is sent as soon as the server can take it.', { exact: false })).toBeVisible()
  await expect(diary(page).getByText('The server cannot take it now. It is tried again by itself.')).toBeVisible()
  await expectSound(page, 'diary-failing')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('navigation').getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText(/^1 change waits for the server\. /)).toBeVisible()
  await expect(page.getByText(/the network\b/)).toHaveCount(0)
})

test('a note that is refused later is reported with the reason, and can be corrected', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper, network.url + place.address)
  network.state.hangs = '/api/intervention'
  await note(page, 'fed 5 kg')
  await expect(page.getByText('1 change waits for the network.')).toBeVisible()
  network.state.refuses = { path: '/api/intervention', status: 400, body: { code: 'x', message: 'Too much honey.' } }
  network.release()
  await expect(page.getByText('A change made earlier was not saved: Too much honey.')).toBeVisible()
  await page.goto(`${network.url}/outbox`)
  const entry = page.getByRole('region', { name: 'Note: Feeding, Linden' })
  await expect(entry.getByText('Refused')).toBeVisible()
  await expectSound(page, 'outbox-refused')
  for (const locale of ['de', 'fr', 'es', 'en'] as const) {
    await showIn(page, { locale, variant: 'hivewatch', colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    await expect(page.getByText('Too much honey.')).toBeVisible()
    await expectSound(page, `outbox-dark-${locale}`)
  }
  await page.emulateMedia({ colorScheme: null })
  await entry.getByRole('button', { name: /^Discard/ }).click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry.getByText('Refused')).toBeVisible()

  network.state.refuses = undefined
  await entry.getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit intervention' })
  await expect(form.getByLabel('Notes')).toHaveValue('fed 5 kg')
  await form.getByLabel('Notes').fill('fed 4 kg')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await notes(place)).toEqual(['fed 4 kg'])
})

test('a mute and an edit of a hive that are refused later can be corrected, too', async ({
  page,
  network,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper, network.url)
  const end = new Date(Date.now() + 26 * 3_600_000).toISOString()
  const refuse = async (path: string, body: object) => {
    network.state.refuses = { path: path.split('?')[0]!, status: 400, body: { code: 'x', message: 'Not so.' } }
    await page.evaluate(
      async ([to, sent]) => {
        const { active } = await navigator.serviceWorker.ready
        const change = { id: crypto.randomUUID(), method: 'POST', path: to, body: sent }
        active!.postMessage({ type: 'queue', change, locale: 'en' }, [new MessageChannel().port2])
      },
      [path, body] as const,
    )
    await expect(page.getByText('Refused')).toBeVisible()
    network.state.refuses = undefined
  }
  await page.goto(`${network.url}/outbox`)
  await refuse(`/api/scale/${place.scaleId}`, { name: 'Lime' })
  const edit = page.getByRole('region', { name: 'Settings of a hive, Linden' })
  await edit.getByRole('button', { name: /^Edit/ }).click()
  const scale = page.getByRole('dialog', { name: 'Linden' })
  await expect(scale.getByRole('textbox', { name: 'Scale' })).toHaveValue('Lime')
  await expectSound(page, 'outbox-mended-hive')
  await scale.getByRole('textbox', { name: 'Scale' }).fill('Lime tree')
  await scale.getByRole('button', { name: 'Save' }).click()
  await expect(scale).toBeHidden()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  const scales = await place.beekeeper.api.get<{ name: string }[]>('/scale')
  expect(scales.map(({ name }) => name)).toEqual(['Lime tree'])

  await refuse(`/api/notification/mute?idcontroller=${place.controllerId}`, { notificationType: 'swarm', enddate: end })
  const muted = page.getByRole('region', { name: /^Swarm: muted until .*, Orchard$/ })
  await muted.getByRole('button', { name: /^Edit/ }).click()
  const mute = page.getByRole('dialog')
  await expect(mute.getByRole('radio', { name: 'Until …' })).toBeChecked()
  await expect(mute.getByLabel('Which alarm')).toHaveValue('swarm')
  await mute.getByText('Always').click()
  await mute.getByRole('button', { name: 'Mute' }).click()
  await expect(mute).toBeHidden()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  const mutes = await place.beekeeper.api.get<object[]>(`/notification/mute?idcontroller=${place.controllerId}`)
  expect(mutes).toEqual([expect.objectContaining({ notificationType: 'swarm', enddate: null })])
})

test('a verdict, a mute and a note made offline are still shown after a restart', async ({
  page,
  context,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper)
  // leaving a page before its answers are stored means not having them offline
  for (const [address, ...names] of [
    ['/settings/notifications', 'mute'],
    ['/alarms', 'open', 'recent'],
    [place.address, 'interventions'],
    ['/dashboard'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForFunction(
      (kept) => kept.every((name) => localStorage.getItem('hivewatch.queries')?.includes(`"${name}"`)),
      names,
    )
  }
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Hold alarms 1 h' }).click()
  await page.goto(place.address)
  await page.getByRole('button', { name: 'It was not' }).click()
  await note(page, 'fed 5 kg')
  await expect(diary(page).getByText('fed 5 kg')).toBeVisible()
  // what the browser stored of the lists may be outdated
  await page.evaluate(() => localStorage.removeItem('hivewatch.queries'))

  // a new page that briefly claims to have a network would send them
  await page.reload()
  await expect(diary(page).getByText('fed 5 kg')).toBeVisible()
  const judged = page.getByText('It was not')
  await expect(judged).toBeVisible()
  await expect(page.getByRole('button', { name: 'It was not' })).toHaveCount(0)
  await page.goto('/alarms')
  await expect(judged).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'It was not' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Alarms still ring, not sent yet: cancel' })).toBeVisible()
  await page.goto('/settings/notifications')
  await expect(page.getByRole('button', { name: /^Unmute/ })).toHaveCount(3)
  await expect(page.getByRole('listitem').getByText('Waits for the network')).toHaveCount(3)
})

test('a device whose storage is full starts without an error, and says why it does not keep a note', async ({
  page,
  context,
  serverUrl,
}) => {
  const place = await orchard(serverUrl)
  await signInForOffline(page, place.beekeeper, place.address)
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(serverUrl))!
  await worker.evaluate(() => {
    const fails = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const { add, put } = IDBObjectStore.prototype
    Object.assign(globalThis, { add, put, putFile: Cache.prototype.put })
    Object.assign(IDBObjectStore.prototype, { add: fails, put: fails })
    Cache.prototype.put = fails
  })
  const answers = await page.evaluate(async () => {
    await caches.delete('hivewatch-assets-on-use')
    const { active } = await navigator.serviceWorker.ready
    const tell = (message: object) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data)
        active!.postMessage(message, [port2])
      })
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    const { id } = JSON.parse(localStorage.getItem('hivewatch.user')!)
    const account = { id, locale: 'fr', variant: 'hivewatch' }
    return [await tell({ type: 'assets', urls }), await tell({ type: 'account', account })]
  })
  expect(answers).toEqual([{ ok: true }, { ok: true }])

  await context.setOffline(true)
  await note(page, 'fed 5 kg')
  await expect(page.getByText('this device has no space left', { exact: false })).toBeVisible()
  await expect(words(page)).toHaveValue('fed 5 kg')
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await expect(words(page)).toHaveValue('')
  expect(await notes(place)).toEqual(['fed 5 kg'])
  await worker.evaluate(() => {
    const { add, put, putFile } = globalThis as unknown as Record<string, never>
    Object.assign(IDBObjectStore.prototype, { add, put })
    Cache.prototype.put = putFile!
  })
})
