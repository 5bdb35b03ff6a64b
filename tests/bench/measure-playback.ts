import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { dayAfter, daysBetween } from '#domain/insight/heatmap.ts'
import { registerBeekeeper } from '../support/browser/app-fixture.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { figure } from './bench.ts'

/*
 * Plays a season of 1,000 hives on the map in a browser with software rendering, and prints how many days per second are shown and what
 * a frame costs. `npm run build` first, then `node tests/bench/measure-playback.ts`. On a machine that is doing other work, the
 * milliseconds of work say more than the frames.
 */

const PLACES = Number(process.env.PLACES ?? 125)
const HIVES_A_PLACE = 8
const REGIONS = 26
const REGION_PLACES = 250
const WARM_UP_MS = 1000
const MEASURED_MS = 4000
const year = new Date().getFullYear() - 1
const args = ['--no-sandbox', '--disable-quic', '--disable-gpu', '--enable-unsafe-swiftshader']
const screens = [
  { name: 'desktop, 1280 × 800', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { name: 'phone, 360 × 740 at 3', viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 },
]

const wave = (a: number, b: number) => Math.round(2000 * Math.sin(a * 12.9898 + b / 9) * Math.cos(a + b / 31))

/** Made-up answers to what the map requests: 125 places all over Switzerland, and regions with detailed outlines. */
function answers(from: string, to: string) {
  const days = daysBetween(from, to)
  const gains = (seed: number) => Array.from({ length: days }, (_, day) => wave(seed, day))
  const at = (place: number) => ({
    longitude: 6.2 + ((place * 0.6180339 * 4) % 4),
    latitude: 46 + ((place * 0.7548776 * 1.6) % 1.6),
  })
  const controllers = Array.from({ length: PLACES }, (_, place) => ({
    ...{
      id: place + 1,
      name: `Stand ${place + 1}`,
      access: 'own',
      location: at(place),
      updateInterval: 1,
      loadCells: 1,
    },
    ...{ imei: '', imsi: '', msisdn: null, signalFilter: false, primaryRegionId: null, secondaryRegionId: null },
    ...{ subscriptionEnd: null, subscriptionState: 'active', softwareVersion: null, battery: null, signal: null },
    lastUpdate: `${year}-09-30T10:00:00Z`,
  })) as Partial<Controller>[]
  const scales = Array.from({ length: PLACES * HIVES_A_PLACE }, (_, i) => ({
    ...{
      id: i + 1,
      controllerId: Math.floor(i / HIVES_A_PLACE) + 1,
      channel: (i % HIVES_A_PLACE) + 1,
      name: `Hive ${i + 1}`,
    },
    ...{ type: 'weight', emptyWeight: 0, feedStock: 0, visible: true, isBrood: true, gain: 200, state: 'active' },
    temperatureCompensation: null,
  })) as Scale[]
  const regions = Array.from({ length: REGIONS }, (_, i) => {
    const { longitude, latitude } = at(i * 3)
    const ring = Array.from({ length: REGION_PLACES }, (_, k) => {
      const [angle, size] = [(k / REGION_PLACES) * 2 * Math.PI, 0.25 + 0.03 * Math.sin(k)]
      return [longitude + size * Math.cos(angle), latitude + size * 0.7 * Math.sin(angle)]
    })
    const geojson = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
    return { id: i + 1, name: `Region ${i + 1}`, geojson, priority: 0, utcOffset: 1, alarmFrom: 9, alarmTo: 18 }
  })
  const map = {
    ...{ from, to },
    scales: scales.map(({ id }) => ({ scaleId: id, gainsGrams: gains(id) })),
    regions: regions.map(({ id }) => ({ regionId: id, gainsGrams: gains(id + 5000) })),
  }
  return { map, controllers, scales, regions }
}

async function openMap(browser: Browser, url: string, screen: (typeof screens)[number]): Promise<Page> {
  const { viewport, deviceScaleFactor } = screen
  const context = await browser.newContext({ viewport, deviceScaleFactor, serviceWorkers: 'block', locale: 'en-US' })
  const page = await context.newPage()
  const { email, password } = await registerBeekeeper(url)
  await page.goto(`${url}/?lang=en`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/dashboard/)
  const made = answers(`${year}-04-01`, dayAfter(`${year}-09-30`, 0))
  await page.route(/\/api\/heatmap\/map\?/, (route) => route.fulfill({ json: made.map }))
  await page.route(/\/api\/controller$/, (route) => route.fulfill({ json: made.controllers }))
  await page.route(/\/api\/scale(\/all)?$/, (route) => route.fulfill({ json: made.scales }))
  await page.route(/\/api\/region$/, (route) => route.fulfill({ json: made.regions }))
  await page.goto(`${url}/heatmap?view=map&year=${year}`)
  await page.locator('.maplibregl-canvas').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(3000)
  return page
}

/** User and system time of all browser processes so far, in ms. */
function busyOf(pids: readonly number[]): number {
  const TICK_MS = 10
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)
}

/** The processes descended from one. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it has ended in the meantime
    }
  }
  const descends = (one: number): boolean => one === pid || (one > 1 && descends(parents.get(one) ?? 0))
  return [...parents.keys()].filter(descends)
}

async function measure(page: Page, browserPid: number) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskSeconds = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
  await page.getByText('fast', { exact: false }).first().click()
  const slider = page.getByRole('slider', { name: /^Day/ })
  await slider.press('Home')
  await page.getByRole('button', { name: 'Play' }).click()
  await page.locator('.maplibregl-map').evaluate((map) => map.scrollIntoView({ block: 'center' }))
  await page.waitForTimeout(WARM_UP_MS)
  const family = familyOf(browserPid)
  const [tasksBefore, busyBefore] = [await taskSeconds(), busyOf(family)]
  const seen = await page.evaluate(
    (ms) =>
      new Promise<{ frames: number; days: number; worst: number; ms: number }>((resolve) => {
        const played = () =>
          document.querySelector<HTMLElement>('canvas[data-frame]')?.dataset.frame ??
          document.querySelector<HTMLInputElement>('input[type=range]')?.value
        const began = performance.now()
        let [frames, days, worst, last, shown] = [0, 0, 0, began, played()]
        const step = (now: number) => {
          frames++
          worst = Math.max(worst, now - last)
          last = now
          const day = played()
          if (day !== shown) days++
          shown = day
          if (now - began < ms) requestAnimationFrame(step)
          else resolve({ frames, days, worst, ms: now - began })
        }
        requestAnimationFrame(step)
      }),
    MEASURED_MS,
  )
  const tasks = (await taskSeconds()) - tasksBefore
  return { ...seen, tasks: tasks * 1000, busy: busyOf(family) - busyBefore }
}

/** The same day during playback and at a standstill, to compare by eye. */
async function picture(page: Page, name: string): Promise<void> {
  const map = page.locator('.maplibregl-map')
  await page.getByRole('slider', { name: /^Day/ }).press('Home')
  if (await page.getByRole('button', { name: 'Play' }).isVisible())
    await page.getByRole('button', { name: 'Play' }).click()
  await page.waitForTimeout(WARM_UP_MS)
  await page.getByRole('button', { name: 'Pause' }).click()
  await map.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await map.screenshot({ path: `${name}-played.png` })
  await page.locator('canvas[data-frame]').waitFor({ state: 'detached', timeout: 30_000 })
  await map.screenshot({ path: `${name}-still.png` })
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'hivewatch-playback-'))
const server = await startServerProcess({ DATA_DIR: dataDir, SUBSCRIPTIONS: 'off' })
const url = server.url.replace('127.0.0.1', 'localhost')
try {
  for (const screen of screens) {
    const browserServer = await chromium.launchServer({ executablePath: '/usr/bin/chromium', args })
    const browser = await chromium.connect(browserServer.wsEndpoint())
    const page = await openMap(browser, url, screen)
    const { frames, days, worst, ms, tasks, busy } = await measure(page, browserServer.process().pid!)
    if (process.env.SCREENSHOTS) await picture(page, `${process.env.SCREENSHOTS}/${screen.viewport.width}`)
    console.info(
      `${screen.name}: ${figure((days / ms) * 1000)} days/s, ${figure((frames / ms) * 1000)} frames/s, worst ${figure(worst)} ms; ` +
        `a frame: ${figure(tasks / days)} ms on the main thread, ${figure(busy / days)} ms of all threads together`,
    )
    await browser.close()
    await browserServer.close()
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
