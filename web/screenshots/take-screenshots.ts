import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'

/** Creates `web/public/screenshots/` from the built app with the demo's apiary: npm run build && node web/screenshots/take-screenshots.ts */

const root = path.join(import.meta.dirname, '../..')
const target = path.join(root, 'web/public/screenshots')
const pictures = [
  { form: 'narrow', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  { form: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
]

async function startDemo(folder: string): Promise<{ port: string; stop: () => void }> {
  const demo = spawn('node', ['server/demo/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, VARIANT_HOSTS: 'localhost=biovet' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: demo.stdout })) {
    const port = /HiveWatch demo: http:\/\/[^/ ]+:(\d+)/.exec(line)?.[1]
    if (port) return { port, stop: () => demo.kill() }
  }
  throw new Error('the demo did not start')
}

const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-screenshots-'))
const demo = await startDemo(folder)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
mkdirSync(target, { recursive: true })
for (const [variant, host] of [
  ['hivewatch', '127.0.0.1'],
  ['biovet', 'localhost'],
]) {
  for (const { form, ...look } of pictures) {
    const page = await browser.newPage({
      ...look,
      locale: 'en-GB',
      timezoneId: 'Europe/Zurich',
      serviceWorkers: 'block',
    })
    await page.goto(`http://${host}:${demo.port}/?lang=en`)
    await page.getByRole('button', { name: 'Enter the demo' }).click()
    await page.waitForURL(/\/dashboard/)
    await page.getByRole('article').or(page.locator('main section')).first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
    // The top bar is colored on a local server.
    await page.evaluate(() => {
      document.documentElement.dataset.environment = 'live'
    })
    await page.screenshot({ path: path.join(target, `${variant}-${form}.png`) })
    await page.close()
  }
}
await browser.close()
demo.stop()
rmSync(folder, { recursive: true, force: true })
