import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { oldestBrowsers } from '../../web/oldest-browsers.ts'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { gapsOf, usesOf } from '../support/browser/browser-gaps.ts'
import { launchOldChromium } from '../support/browser/old-chromium.ts'
import { deliver } from '../support/browser/pushed-page.ts'
import { signInForOffline, signInOn, withWorker } from '../support/browser/signed-in-page.ts'
import { photoOf } from '../support/samples/label-photo.ts'
import { drawLabel } from '../support/samples/label-picture.ts'

const dist = path.join(import.meta.dirname, '../../dist')

/** What the built files contain nevertheless, and why nothing breaks. */
const asked: Record<string, string> = {
  '.copyTo': 'the map reads a video frame only where it could make one',
  '.toArray': 'not the one of iterators: of React’s children and of vectors',
  '.startViewTransition': 'the router asks in the line before; React catches it and goes on without',
  '.hidePopover': 'a menu asks before it is one, `use-popover.ts`',
  '.cancelIdleCallback': 'only after `requestIdleCallback`, which is asked for',
  Serial: 'a word of the sketch that is shown to who builds a device of their own',
}

test('the built files use nothing that the oldest browsers lack', () => {
  const gaps = gapsOf(oldestBrowsers)
  expect(gaps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['URL.parse', 'URL.canParse', 'Map.groupBy', 'Promise.withResolvers', 'Array.fromAsync']),
  )
  const grouping = gaps.find(({ name }) => name === 'Map.groupBy')!
  expect(['[...Map.groupBy(a,b)]', 'a=Map.groupBy(b,c)'].flatMap((code) => usesOf(grouping, code))).toHaveLength(2)
  expect(['own.Map.groupBy(a)', 'aMap.groupBy(b)'].flatMap((code) => usesOf(grouping, code))).toEqual([])
  const scripts = [...readdirSync(path.join(dist, 'assets')).map((name) => `assets/${name}`), 'sw.js']
  const faults = scripts
    .filter((name) => name.endsWith('.js'))
    .flatMap((script) => {
      const code = readFileSync(path.join(dist, script), 'utf8')
      return gaps
        .filter(({ name }) => !(name in asked))
        .flatMap((gap) =>
          usesOf(gap, code).map(
            (use) => `${script} uses ${gap.name}, which ${gap.browsers.join(', ')} lack: do without it.\n… ${use} …`,
          ),
        )
    })
  expect(faults).toEqual([])
})

test('Chromium from the year of the oldest browsers signs in, shows the hives and rings', async ({
  launchOptions,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 42.5 }])
  const { browser, close } = await launchOldChromium(launchOptions.args ?? [])
  try {
    expect(browser.version()).toMatch(new RegExp(`^${oldestBrowsers.chrome}\\.`))
    const context = await browser.newContext({ ...withWorker, locale: 'en-US', permissions: ['notifications'] })
    const page = await context.newPage()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await signInForOffline(page, beekeeper, serverUrl)
    await expect(page.getByText('42.5')).toBeVisible()

    const message = {
      web_push: 8030,
      notification: {
        title: 'Swarm at hive 1?',
        body: '−2.1 kg in 15 minutes',
        tag: 'swarm-1',
        lang: 'en',
        navigate: 'https://bees.example.org/dashboard?alarm=1',
        data: { alarmId: 1, type: 'swarm', scaleId: 1, controllerId: controller.id, time: new Date().toISOString() },
        actions: [{ action: 'mute1h', title: 'Mute 1 h' }],
      },
    }
    const [worker] = context.serviceWorkers()
    // this build of Chromium has no notifications; a badge would crash it
    await worker!.evaluate(() => {
      const scope = globalThis as unknown as { shown: object[] }
      scope.shown = []
      ServiceWorkerRegistration.prototype.showNotification = async (title, look) => {
        scope.shown.push({ title, look })
      }
    })
    await deliver(page, JSON.stringify(message))
    const shown = () => worker!.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
    const data = { navigate: '/dashboard?alarm=1', message: message.notification.data }
    await expect
      .poll(shown)
      .toMatchObject([{ title: 'Swarm at hive 1?', look: { body: '−2.1 kg in 15 minutes', data } }])
    expect(errors).toEqual([])
  } finally {
    await close()
  }
})

test('Chromium from that year reads the label of a transmitter', async ({ launchOptions, serverUrl }) => {
  const imei = '356938035643809'
  const label = await drawLabel([{ format: 'QRCode', text: `${serverUrl}/settings/register?imei=${imei}&imsi=228` }])
  const { browser, close } = await launchOldChromium(launchOptions.args ?? [])
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    await signInOn(page, await registerBeekeeper(serverUrl), serverUrl)
    await page.goto(`${serverUrl}/settings/register?scan=true`)
    const buffer = await photoOf(page, label, 5)
    await page.getByLabel('Photo of the label').setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Use what was read' }).click()
    await expect(page.getByLabel('IMEI')).toHaveValue(imei)
  } finally {
    await close()
  }
})
