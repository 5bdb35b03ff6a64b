import { expect, type Page } from '@playwright/test'
import type { Locale } from '../../../server/domain/platform/locale.ts'
import { expectSound } from './sound.ts'

export type Look = {
  locale: Locale
  variant: 'hivewatch' | 'biovet'
  colorScheme: 'light' | 'dark'
  viewport: { width: number; height: number }
}

/**
 * Shows what is on the page in another look without loading it again: to load a screen costs several times what a look at it
 * does. The name and the logo of a variant come with the next load alone.
 */
export async function showIn(page: Page, { locale, variant, colorScheme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.evaluate((chosen) => {
    localStorage.setItem('hivewatch.variant', chosen)
    document.documentElement.dataset.variant = chosen
  }, variant)
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) === locale) return
  // below a sheet it is out of reach, and on a phone out of sight
  await page.locator('body > #root header select').first().selectOption(locale, { force: true })
  await expect(html).toHaveAttribute('lang', locale)
}

/** What is on the page is sound in each look. */
export async function expectSoundIn(page: Page, looks: readonly Look[], what: string): Promise<void> {
  for (const look of looks) {
    await showIn(page, look)
    await expectSound(page, `${what}-${look.locale}-${look.variant}-${look.viewport.width}-${look.colorScheme}`)
  }
}
