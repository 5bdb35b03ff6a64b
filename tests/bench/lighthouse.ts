import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { makeHome, startEngineProcess } from '../engines/engine-process.ts'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { blockingProcessor } from './blocking-processor.ts'
import { median } from './statistics.ts'

/**
 * `npm run lighthouse`: Lighthouse's results for four screens on a phone, with the app built by `npm run build`: the median of `--runs` (3). `--only /shop/`
 * checks one screen, `--why` lists what costs points. The last figure is the blocking time of what the page itself computed; on a shared machine, wall-clock
 * time says more about the other processes.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string' }, why: { type: 'boolean' } },
})
const screens = ['/', '/dashboard', '/timeline', '/shop/'].filter((screen) => !values.only || screen === values.only)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const HIVES = 6

async function fill(url: string) {
  const beekeeper = await registerBeekeeper(url)
  const controller = await claimController(beekeeper, 'Waldrand')
  const now = Math.floor(Date.now() / 60_000) * 60
  const readings = Array.from({ length: 300 }, (_, i) => {
    const time = new Date((now - i * 600) * 1000).toISOString()
    return Array.from({ length: HIVES }, (_, hive) => ({ time, channel: hive + 1, weight: 30 + hive + (i % 70) / 100 }))
  })
  await sendReadings(url, controller, readings.flat())
  return beekeeper
}

/** A browser that nobody observes while Lighthouse examines a page: any other listener would take up some of the page's processor time. */
async function startChromium() {
  const { home, remove } = makeHome('lighthouse')
  const browser = startEngineProcess(
    '/usr/bin/chromium',
    [
      ...['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${home}`, '--lang=en-US'],
      ...['--no-first-run', '--disable-extensions', '--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--disable-quic', '--disable-features=Translate,OptimizationHints', 'about:blank'],
    ],
    home,
  )
  const listening = /DevTools listening on ws:\/\/[^:]+:(\d+)/
  const port = Number(await browser.until('Chromium', () => listening.exec(browser.output())?.[1]))
  return {
    port,
    /** Runs an operation in its browser context, then disconnects again. */
    async enter(act: (context: BrowserContext) => Promise<void>) {
      const entered = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      await act(entered.contexts()[0]!)
      await entered.close()
    },
    async end() {
      await browser.end()
      remove()
    },
  }
}

/**
 * Stops workers left from an earlier run, along with their process and the code compiled in it: Lighthouse would look up the location of every function there,
 * which counts as a long task of the page.
 */
async function endWorkers(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.close()
}

type Report = { scores: number[]; figures: (number | undefined)[]; lost: string[] }

/** Occasionally the trace of a page lacks its beginning; then it is examined again. */
async function look(url: string, port: number, tries = 3): Promise<Report> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...categories],
    // keeps the session
    disableStorageReset: true,
    logLevel: 'error',
  })
  if (result?.lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1) return look(url, port, tries - 1)
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? `no report of ${url}`)
  const { lhr } = result
  const lost = categories.flatMap((name) =>
    lhr.categories[name]!.auditRefs.flatMap(({ id, weight }) => {
      const { score, title, displayValue } = lhr.audits[id]!
      return weight > 0 && score !== null && score < 0.95 ? [`${name}: ${title} (${score}) ${displayValue ?? ''}`] : []
    }),
  )
  return {
    scores: categories.map((name) => Math.round((lhr.categories[name]!.score ?? 0) * 100)),
    figures: [
      ...figures.map((id) => lhr.audits[id]?.numericValue),
      blockingProcessor(result.artifacts.Trace.traceEvents as never),
    ],
    lost,
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-lighthouse-'))
const server = await startServerProcess({ DATA_DIR: path.join(folder, 'data'), SHOP: 'on' })
const browser = await startChromium()
try {
  // a hostname that browsers trust as they trust https
  const url = server.url.replace('127.0.0.1', 'localhost')
  const beekeeper = await fill(url)
  console.log(
    `${'screen'.padEnd(12)} ${categories.join(' ')} | ${figures.join(' ')} processor-blocking-time (ms, ms, ms, –, ms)`,
  )
  for (const screen of screens) {
    await browser.enter(async (context) => {
      if (screen === '/') await context.clearCookies()
      else await signIn(await context.newPage(), beekeeper, url)
    })
    const runs: Report[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      await browser.enter(endWorkers)
      runs.push(await look(url + screen, browser.port))
    }
    const scores = categories.map((_, index) => median(runs.map((one) => one.scores[index]!)))
    const measured = runs[0]!.figures.map((_, index) => median(runs.map((one) => one.figures[index] ?? 0)))
    console.log(
      `${screen.padEnd(12)} ${scores.join(' ')} | ${measured.map((value, at) => value.toFixed(at === 3 ? 3 : 0)).join(' ')}`,
    )
    if (values.why) for (const why of runs.at(-1)?.lost ?? []) console.log(`  ${why}`)
  }
} finally {
  await browser.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
