import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds wrong on a page: each rule with the elements that break it. */
export async function axeFaults(page: Page): Promise<string[]> {
  // without this mode each look at a page opens another one, at twice the cost; it differs for frames of other sites alone
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

/** Finds nothing to fault with axe, and nothing wider than the screen; keeps a picture where `SCREENSHOTS` names a folder. */
export async function expectSound(page: Page, where = placeOf(page)): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: path.join(folder, `${where}.png`), fullPage: true })
  expect(await axeFaults(page), where).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `nothing is wider than the screen: ${where}`).toBeLessThanOrEqual(0)
}

const placeOf = (page: Page) => new URL(page.url()).pathname.slice(1).replaceAll('/', '-')
