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
 * Shows the current page in another look without reloading it, since loading a screen takes several times as long as checking it. A variant's name and logo
 * change only with the next load.
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
  // a sheet covers it, and on a phone it is out of sight
  await page.locator('body > #root header select').first().selectOption(locale, { force: true })
  await expect(html).toHaveAttribute('lang', locale)
}

/** Checks that the current page is sound in each look. */
export async function expectSoundIn(page: Page, looks: readonly Look[], what: string): Promise<void> {
  for (const look of looks) {
    await showIn(page, look)
    await expectSound(page, `${what}-${look.locale}-${look.variant}-${look.viewport.width}-${look.colorScheme}`)
  }
}

/** Shows text twice as large on every page that is loaded from now on, as somebody may have set in their browser. */
export async function showLarge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
}
