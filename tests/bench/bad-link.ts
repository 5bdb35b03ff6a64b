import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Beekeeper, claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { SLOW_3G, startSlowLink } from '../support/browser/slow-link.ts'
import { startServerProcess } from '../support/server/server-process.ts'

/**
 * `node tests/bench/bad-link.ts`: how long a phone four times slower than this machine waits on slow 3G, with the app built by `npm run build`.
 * `--checkout <folder>` measures another checkout; `--update` also measures what changing one German word costs, for which the app is built twice in a copy.
 */
const { values } = parseArgs({ options: { checkout: { type: 'string' }, update: { type: 'boolean' } } })
const root = path.resolve(values.checkout ?? path.join(import.meta.dirname, '../..'))

const CPU_SLOWER = 4
/** When nothing has arrived for this long, nothing more will come. */
const QUIET_MS = 3000
const GIVEN_UP_MS = 180_000
const HIVES = 6

type Link = Awaited<ReturnType<typeof startSlowLink>>
type Figure = { what: string; seconds?: number; bytes?: number; requests?: number }

const figures: Figure[] = []
const note = (what: string, figure: Omit<Figure, 'what'>) => {
  figures.push({ what, ...figure })
  const { seconds, bytes, requests } = figure
  const parts = [
    seconds !== undefined && `${seconds.toFixed(1)} s`,
    bytes !== undefined && `${(bytes / 1000).toFixed(1)} kB`,
    requests !== undefined && `${requests} requests`,
  ]
  console.log(`${what.padEnd(52)} ${parts.filter(Boolean).join(', ')}`)
}

async function apiary(serverUrl: string): Promise<Beekeeper> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Waldrand')
  const now = Math.floor(Date.now() / 60_000) * 60
  const times = Array.from({ length: 300 }, (_, i) => new Date((now - i * 600) * 1000).toISOString())
  const readings = times.flatMap((time, i) =>
    Array.from({ length: HIVES }, (_, hive) => ({ time, channel: hive + 1, weight: 30 + hive + (i % 70) / 100 })),
  )
  await sendReadings(serverUrl, controller, readings)
  return beekeeper
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return page
}

const newContext = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', timezoneId: 'Europe/Zurich' })

const signInForm = (page: Page) => page.locator('input[type="password"]').first()
const hives = (page: Page) => page.getByText('Waldrand').first()

/** Seconds until something is visible. */
async function timed(begin: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await begin()
  await seen()
  return (performance.now() - from) / 1000
}

const visit = (page: Page, url: string, wanted: (page: Page) => ReturnType<Page['locator']>) =>
  timed(
    () => page.goto(url, { waitUntil: 'commit', timeout: GIVEN_UP_MS }),
    () => wanted(page).waitFor({ timeout: GIVEN_UP_MS }),
  )

/**
 * Seconds until a known device shows Today, measured inside the page because an outside observer has to wait its turn. If no picture was kept, until the app
 * shows it.
 */
async function painted(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      if (!document.getElementById('early-picture')) return requestAnimationFrame(look)
      performance.mark('drawn')
      return requestAnimationFrame(() => performance.mark('next frame'))
    }
    requestAnimationFrame(look)
  })
  const seconds = await visit(page, url, hives)
  const paintedAt = await page.evaluate(() => {
    const [drawn, next, paint] = ['drawn', 'next frame', 'first-contentful-paint'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime,
    )
    // anything painted earlier was something else
    return drawn && paint && paint >= drawn ? paint : next
  })
  return paintedAt === undefined ? seconds : paintedAt / 1000
}

/** Resolves when the link has been quiet for a while. */
async function quiet(link: Link): Promise<void> {
  const until = performance.now() + GIVEN_UP_MS
  do await new Promise((resolve) => setTimeout(resolve, 200))
  while (performance.now() - link.lastByteAt() < QUIET_MS && performance.now() < until)
}

/** What a page itself needs, without what its worker stores for later. */
async function firstLoads(browser: Browser, link: Link, serverUrl: string, beekeeper: Beekeeper): Promise<void> {
  for (const place of ['/', '/dashboard']) {
    const context = await newContext(browser)
    const page = await context.newPage()
    // the worker never finishes registering
    await page.addInitScript(() => {
      if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {})
    })
    if (place === '/dashboard') await signIn(page, beekeeper, serverUrl)
    link.take()
    await visit(page, link.url + place, place === '/' ? signInForm : hives)
    await quiet(link)
    const { bytes, requests } = link.take()
    note(`first load of ${place}`, { bytes, requests })
    await context.close()
  }
}

async function newDevice(browser: Browser, link: Link, serverUrl: string, beekeeper: Beekeeper): Promise<void> {
  const nobody = await newContext(browser)
  note('sign-in form', { seconds: await visit(await slowPage(nobody), `${link.url}/`, signInForm) })
  await nobody.close()
  await quiet(link)

  const context = await newContext(browser)
  const page = await slowPage(context)
  await signIn(page, beekeeper, serverUrl)
  link.take()
  const from = performance.now()
  note('first dashboard', { seconds: await visit(page, `${link.url}/dashboard`, hives) })
  await page.locator('#root main h1 time, #root main ul').first().waitFor()
  await page.locator('#early-picture').waitFor({ state: 'detached', timeout: GIVEN_UP_MS })
  note('all that Today says', { seconds: (performance.now() - from) / 1000 })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: GIVEN_UP_MS })
  await quiet(link)
  const { bytes, requests, lastByteAt } = link.take()
  note('ready for offline', { seconds: (lastByteAt - from) / 1000, bytes, requests })
  await page.close()

  note('known device, slow 3G', { seconds: await painted(await slowPage(context), `${link.url}/dashboard`) })
  await quiet(link)
  link.state.stalled = true
  note('known device, stalled', { seconds: await painted(await slowPage(context), `${link.url}/dashboard`) })
  link.state.stalled = false
  await context.close()
}

/** The cost of changing one German word, from when the app looks for a new version until it is ready. */
async function update(browser: Browser): Promise<void> {
  const copy = mkdtempSync(path.join(tmpdir(), 'hivewatch-update-'))
  const dataDir = path.join(copy, 'data')
  for (const file of [
    'build',
    'server',
    'web',
    'sw',
    'locales',
    'migrations',
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
  ])
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const build = () => {
    execFileSync('npm', ['run', 'build'], { cwd: copy, stdio: 'ignore', env: { ...process.env, REVISION: '' } })
    return new Set(readdirSync(path.join(copy, 'dist/assets')).filter((file) => !/\.(br|gz)$/.test(file)))
  }
  try {
    const before = build()
    const start = () => startServerProcess({ DATA_DIR: dataDir }, copy)
    let server = await start()
    const link = await startSlowLink(server.url)
    const serverUrl = server.url.replace('127.0.0.1', 'localhost')
    const beekeeper = await apiary(serverUrl)
    const context = await newContext(browser)
    const page = await slowPage(context)
    await signIn(page, beekeeper, serverUrl)
    await visit(page, `${link.url}/dashboard?lang=de`, hives)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await quiet(link)
    await server.stop()

    // a text of the largest part
    const texts = path.join(copy, 'locales/de/timeline.json')
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('Stockwaagen', 'Waagen'))
    const after = build()
    server = await start()
    link.state.target = new URL(server.url)
    link.state.speed = SLOW_3G
    link.take()
    const from = performance.now()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const { installing } = registration
      if (!installing) throw new Error('there is no new version')
      await new Promise<void>((installed) => {
        installing.addEventListener('statechange', () => installed())
      })
    })
    const { bytes, requests, lastByteAt } = link.take()
    note('update of one German word, for who reads German', { seconds: (lastByteAt - from) / 1000, bytes, requests })
    const renamed = [...after].filter((file) => !before.has(file)).length
    console.log(`${'files renamed by it'.padEnd(52)} ${renamed} of ${after.size}`)
    await link.close()
    await server.stop()
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'hivewatch-link-'))
const server = await startServerProcess({ DATA_DIR: dataDir }, values.checkout && root)
const link = await startSlowLink(server.url)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const serverUrl = server.url.replace('127.0.0.1', 'localhost')
  const beekeeper = await apiary(serverUrl)
  await firstLoads(browser, link, serverUrl, beekeeper)
  link.state.speed = SLOW_3G
  await newDevice(browser, link, serverUrl, beekeeper)
  if (values.update) await update(browser)
} finally {
  await browser.close()
  await link.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
