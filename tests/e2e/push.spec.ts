import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import {
  type ClaimedController,
  claimController,
  registerBeekeeper,
  sendReadings,
} from '../support/browser/app-fixture.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { deliver, loseReach, shown, subscribeTo } from '../support/browser/pushed-page.ts'
import { signInForOffline, withWorker } from '../support/browser/signed-in-page.ts'
import { inStoreOf } from '../support/server/server-store.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'

type TapScope = {
  registration: ServiceWorkerRegistration
  dispatchEvent(event: Event): boolean
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
}

/** Taps the shown notification, or one of its buttons. */
async function tap(context: BrowserContext, action: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async (chosen) => {
    const scope = globalThis as unknown as TapScope
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification: notification!, action: chosen })
    const work: Promise<unknown>[] = []
    // An event created by a script cannot extend the worker's life, so the test waits instead.
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) })
    scope.dispatchEvent(event)
    await Promise.all(work)
  }, action)
}

let pushService: PushServiceForTests
test.beforeEach(async ({ context }) => {
  pushService = await startPushService()
  await context.grantPermissions(['notifications'])
})
test.afterEach(() => pushService.close())

test('a test alarm goes from the server to the screen of the device, which confirms it', async ({
  page,
  serverUrl,
  dataDir,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper, '/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).first().click()
  const [push] = await pushService.waitFor(1)
  expect(pushService.faults).toEqual([])

  await deliver(page, push!.text)
  await expect.poll(() => shown(page)).toHaveLength(1)
  expect((await shown(page))[0]).toMatchObject({
    title: push!.message.notification.title,
    body: push!.message.notification.body,
    tag: push!.message.notification.tag,
  })
  const thisDevice = page.getByRole('region', { name: 'This device' })
  await expect(thisDevice).toContainText('Chrome · Linux')
  await expect(thisDevice).not.toContainText('Never yet')

  await inStoreOf(dataDir, async (db) => {
    const receipts = db
      .selectFrom('delivery')
      .innerJoin('notification', 'notification.id', 'delivery.notification_id')
      .innerJoin('account', 'account.id', 'notification.account_id')
      .select(['receipts_since', 'shown_at'])
      .where('account.email', '=', beekeeper.email)
    await expect
      .poll(() => receipts.execute())
      .toEqual([{ receipts_since: expect.any(Number), shown_at: expect.any(Number) }])
  })
})

/** Turns on alarms on this device. `endPush` makes its push service forget it. */
async function activeDevice(page: Page, serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper, '/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  const thisDevice = page.getByRole('region', { name: 'This device' })
  await expect(thisDevice).toContainText('Active')
  const test = thisDevice.getByRole('button', { name: 'Test', exact: true })
  const endPush = async () => {
    pushService.answerNext({ status: 410 })
    const refused = page.waitForResponse(/\/api\/notification\/\d+\/test$/)
    await test.click()
    await refused
  }
  return { beekeeper, thisDevice, test, endPush }
}

test('a device that its push service no longer knows subscribes again by itself, and rings', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, thisDevice, test, endPush } = await activeDevice(page, serverUrl)
  await endPush()
  const channels = () => beekeeper.api.get<{ status: string; endedAt: string | null }[]>('/notification')
  await expect.poll(channels).toMatchObject([{ status: 'active', endedAt: null }])
  await expect(thisDevice).toContainText('Active')
  await test.click()
  const [push] = await pushService.waitFor(1)
  expect(push!.subscriber).toBe(1)
})

test('a device that its push service no longer knows and that cannot subscribe again says since when, and is turned on again', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, thisDevice, test, endPush } = await activeDevice(page, serverUrl)
  const reachAgain = await loseReach(page)
  await endPush()
  await expect(thisDevice).toContainText(/Ended \d+ \w{3,4} \d{4}/)
  await expect(thisDevice).toContainText('Turn alarms on again above.')
  await expect(test).toHaveCount(0)
  await reachAgain()
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await expect(thisDevice).toContainText('Active')
  expect(await beekeeper.api.get('/notification'), 'the same one goes on').toHaveLength(1)
})

test('a hive that is carried off rings the phone, and the alarm can be muted there', async ({
  page,
  context,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper, '/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await expect(page.getByRole('button', { name: 'Test', exact: true }).first()).toBeVisible()

  const minutesAgo = (minutes: number, weight: number) => ({
    time: new Date(Date.now() - minutes * 60_000).toISOString(),
    channel: 1,
    weight,
  })
  const before = Array.from({ length: 36 }, (_, i) => minutesAgo(10 * (38 - i), 42))
  await sendReadings(serverUrl, controller, before)
  await sendReadings(serverUrl, controller, [minutesAgo(20, 0.3), minutesAgo(10, 0.3), minutesAgo(0, 0.3)])
  const [push] = await pushService.waitFor(1)
  const { notification } = push!.message
  expect(notification.data).toMatchObject({ type: 'disturbance', controllerId: controller.id })

  await deliver(page, push!.text)
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual([notification.title])
  await tap(context, 'mute1h')
  await expect
    .poll(() => beekeeper.api.get<{ notificationType: string }[]>(`/notification/mute?idcontroller=${controller.id}`))
    .toMatchObject([{ notificationType: 'disturbance' }])
})

/** Sends weights measured so many minutes ago. */
const weighingAt =
  (serverUrl: string, controller: ClaimedController) => (weights: readonly [minutesAgo: number, kg: number][]) =>
    sendReadings(
      serverUrl,
      controller,
      weights.map(([minutesAgo, weight]) => {
        return { time: new Date(Date.now() - minutesAgo * 60_000).toISOString(), channel: 1, weight }
      }),
    )

/** A device that receives the alarms of a beekeeper whose hive stood still for six hours until forty minutes ago. */
async function ringingDevice(page: Page, serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const weigh = weighingAt(serverUrl, controller)
  await weigh(Array.from({ length: 36 }, (_, i) => [10 * (40 - i), 42]))
  await subscribeTo(page, pushService)
  await signInForOffline(page, beekeeper, '/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await expect(page.getByRole('button', { name: 'Test', exact: true }).first()).toBeVisible()
  return { beekeeper, weigh }
}

test('a tap on a notification opens the alarm offline, and loses nothing that was being typed', async ({
  page,
  context,
  serverUrl,
}) => {
  const { weigh } = await ringingDevice(page, serverUrl)
  // both screens have been visited before
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Scale 1', exact: true }).click()
  await expect(page).toHaveTitle('Scale 1 · HiveWatch')
  await page.goto('/settings/profile')
  await page.getByLabel('Company').fill('Bees & Co.')
  await page.waitForFunction(() => localStorage.getItem('hivewatch.queries')?.includes('Scale 1'))
  await context.setOffline(true)
  await weigh([
    [30, 0.3],
    [20, 0.3],
    [10, 0.3],
  ])
  const [push] = await pushService.waitFor(1)
  const { title } = push!.message.notification
  await deliver(page, push!.text)
  await expect.poll(async () => (await shown(page)).map((one) => one.title)).toEqual([title])

  await tap(context, '')
  await expect(page.getByText(title)).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Bees & Co.')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/scaleoverview\/\d+\/\d+\?.*alarm=\d+/)
  const card = page.getByRole('region', { name: /^Disturbance: Scale 1/ })
  await expect(card).toContainText('Ongoing')
  const bell = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Alarms' })
  await expect(bell).toContainText('1 open alarm')

  // opened through its icon, and still offline, it does not claim that all is quiet
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Scale 1 was disturbed')
  await expect(bell).toContainText('1 open alarm')
  await page.getByRole('button', { name: 'It was not' }).click()
  await expect(bell).not.toContainText('open')
})

test('a watcher opens the alarm of a hive, mutes it there, and can still read it after the watch has ended', async ({
  page,
  context,
  serverUrl,
}) => {
  const owner = await registerBeekeeper(serverUrl)
  const controller = await claimController(owner, 'Lindenhof')
  const watcher = await registerBeekeeper(serverUrl)
  await subscribeTo(page, pushService)
  // no list contains the hive yet
  await signInForOffline(page, watcher, '/scaleoverview/1/1')
  await expect(page.getByText('This hive is not one of yours')).toBeVisible()
  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Turn on alarms' }).click()
  await expect(page.getByRole('button', { name: 'Test', exact: true }).first()).toBeVisible()
  await context.setOffline(true)
  const code = await owner.api.post<{ watchCode: string }>(`/controller/${controller.id}/watchCode`, {})
  await watcher.api.post('/controller/watches', { code: code.watchCode })
  const weigh = weighingAt(serverUrl, controller)
  await weigh(Array.from({ length: 36 }, (_, i) => [10 * (40 - i), 42]))
  await weigh([
    [30, 0.3],
    [20, 0.3],
    [10, 0.3],
  ])
  const [push] = await pushService.waitFor(1)
  const { title, data } = push!.message.notification
  await deliver(page, push!.text)
  await tap(context, '')
  const words = page.getByRole('region', { name: title })
  await expect(words).toContainText('Lindenhof')
  await expect(page.getByText('This hive is not one of yours')).toHaveCount(0)

  await context.setOffline(false)
  await page.reload()
  const card = page.getByRole('region', { name: /^Disturbance: Scale 1/ })
  await expect(card).toContainText('Ongoing')
  await card.getByRole('button', { name: 'Mute 1 h' }).click()
  await expect(card.getByText(/^Muted until/)).toBeVisible()
  await expect.poll(() => watcher.api.get(`/notification/mute?idcontroller=${controller.id}`)).toHaveLength(1)

  await owner.api.post(`/controller/${controller.id}/watchCode`, { enabled: false })
  await page.reload()
  await expect(page.getByText('This hive is not one of yours')).toBeVisible()
  await expect(words).toContainText('Lindenhof')
  await page.goto(`/dashboard?alarm=${data.alarmId}`)
  await expect(page.getByText('No transmitter yet')).toBeVisible()
  await expect(words).toContainText('Lindenhof')
})

test('when a hive is back, its notification disappears while the app is open', async ({ page, serverUrl }) => {
  const { weigh } = await ringingDevice(page, serverUrl)
  await weigh([
    [30, 0.3],
    [25, 0.3],
    [20, 0.3],
  ])
  const [rang] = await pushService.waitFor(1)
  await deliver(page, rang!.text)
  await expect.poll(() => shown(page)).toHaveLength(1)
  await weigh([
    [10, 42],
    [5, 42],
    [0, 42],
  ])
  const [, over] = await pushService.waitFor(2)
  expect(over!.message.notification).toMatchObject({ title: 'Scale 1 stands as before', silent: true })
  expect(over!.message.app_badge).toBe(0)
  await deliver(page, over!.text)
  await expect.poll(() => shown(page)).toEqual([])
  expect(pushService.faults).toEqual([])
})

test('a push that cannot be read still shows a notification', async ({ page, serverUrl }) => {
  await signInForOffline(page, await registerBeekeeper(serverUrl))
  await deliver(page, '{"nonsense":true}')
  await expect.poll(() => shown(page)).toHaveLength(1)
  expect((await shown(page))[0]?.title).toBe('News from your hives')
})

test('"Mute 1 h" on the notification mutes on the server', async ({ page, context, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const { id: controllerId } = await claimController(beekeeper)
  await signInForOffline(page, beekeeper)
  const message = {
    web_push: 8030,
    notification: {
      title: 'Swarm at hive 1?',
      body: '−2.1 kg in 15 minutes',
      tag: 'swarm-1',
      lang: 'en',
      navigate: '/dashboard?alarm=1',
      data: { alarmId: 1, type: 'swarm', scaleId: 1, controllerId, time: new Date().toISOString() },
      actions: [
        { action: 'mute1h', title: 'Mute 1 h' },
        { action: 'open', title: 'Open' },
      ],
    },
    app_badge: 1,
  }
  await deliver(page, JSON.stringify(message))
  await expect.poll(() => shown(page)).toHaveLength(1)
  await deliver(page, JSON.stringify({ ...message, notification: { ...message.notification, body: 'again' } }))
  await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toEqual(['again'])

  await context.setOffline(true)
  await tap(context, 'mute1h')
  await expect.poll(() => shown(page)).toEqual([])
  const mutes = () =>
    beekeeper.api.get<{ notificationType: string; enddate: string }[]>(
      `/notification/mute?idcontroller=${controllerId}`,
    )
  expect(await mutes()).toEqual([])
  await context.setOffline(false)
  await expect.poll(async () => (await mutes()).map(({ notificationType }) => notificationType)).toEqual(['swarm'])
  const [mute] = await mutes()
  const minutes = (Date.parse(mute!.enddate) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(50)
  expect(minutes).toBeLessThanOrEqual(60)
})

test('signing out ends push and removes the notifications', async ({ page, context, serverUrl }) => {
  await signInForOffline(page, await registerBeekeeper(serverUrl))
  await deliver(page, 'anything')
  await expect.poll(() => shown(page)).toHaveLength(1)
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    const state = globalThis as unknown as { ended?: boolean }
    const subscription = { unsubscribe: async () => (state.ended = true) }
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription
  })
  await page.goto('/logout')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(() => worker!.evaluate(() => 'ended' in globalThis)).toBe(true)
})

test('the browser finds nothing that prevents the app from being installed', async ({ launchOptions, serverUrl }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-profile-'))
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions, ...withWorker })
  const page = await context.newPage()
  await page.goto(serverUrl)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const session = await context.newCDPSession(page)
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string }[]; screenshots: { src: string }[] }
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await context.request.get(new URL(src, serverUrl).href)).headers()['content-type']).toBe('image/png')
  }
  expect(manifest.icons).toHaveLength(3)
  await context.close()
  rmSync(folder, { recursive: true })
})
