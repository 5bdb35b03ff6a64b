import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

/**
 * Injected directly, because axe's package for Playwright reads a larger file twice for each look and transfers all passed checks, which takes twice as long.
 */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds wrong on a page, except in frames of other sites: each rule with the elements that violate it. Also checks that accessible names contain the
 * visible text, for people who use voice control.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe)
  }
  return page.evaluate<string[]>(`axe
    .run({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(', ')))`)
}

/** Checks that axe finds nothing wrong and that nothing is wider than the screen; saves a screenshot if `SCREENSHOTS` names a folder. */
export async function expectSound(page: Page, where = placeOf(page)): Promise<void> {
  // before the app has started, nothing is loading either
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: path.join(folder, `${where}.png`), fullPage: true })
  expect(await axeFaults(page), where).toEqual([])
  const tooWide = await page.evaluate(() => {
    const { innerWidth } = window
    const overflow = document.documentElement.scrollWidth - innerWidth
    if (overflow <= 0) return []
    const reaching = [...document.querySelectorAll('body *')].filter(
      (e) => e.getBoundingClientRect().right > innerWidth,
    )
    return [`${overflow} px`, ...reaching.map((e) => e.cloneNode() as Element).map((e) => e.outerHTML)]
  })
  expect(tooWide, `nothing is wider than the screen: ${where}`).toEqual([])
}

const placeOf = (page: Page) => new URL(page.url()).pathname.slice(1).replaceAll('/', '-')
