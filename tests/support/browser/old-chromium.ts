import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'

const PACKED = path.join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium/bin/chromium.br')

/** Starts Chromium 111, from the year of the oldest supported browsers. `close` ends it and removes the unpacked files. */
export async function launchOldChromium(args: string[]): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-chromium-'))
  const executablePath = path.join(folder, 'chromium')
  await pipeline(createReadStream(PACKED), createBrotliDecompress(), createWriteStream(executablePath, { mode: 0o755 }))
  const browser = await chromium.launch({ executablePath, args })
  return {
    browser,
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true })
    },
  }
}
