import { expect, type Page, test } from '@playwright/test'
import { axeFaults } from '../support/sound.ts'

const looks = ['hivewatch', 'biovet'].flatMap((variant) => ['light', 'dark'].map((theme) => ({ variant, theme })))
const sizes = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desktop', width: 1280, height: 800 },
]
// Pictures are kept of all looks on a phone, of two on a desktop.
const parts = ['Colors and type', 'Actions', 'Entry', 'Feedback', 'Lists and numbers']

async function openGallery(page: Page, { variant, theme } = { variant: 'hivewatch', theme: 'light' }): Promise<void> {
  await page.goto(`${process.env.GALLERY ?? '/dev/ui'}?variant=${variant}&theme=${theme}`)
  await expect(page.getByRole('heading', { name: 'Lists and numbers' })).toBeVisible()
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
}

for (const look of looks) {
  for (const { name, ...viewport } of sizes) {
    test(`the kit is accessible and looks as it did: ${look.variant}, ${look.theme}, ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await openGallery(page, look)
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
      if (name === 'desktop' && (look.variant === 'biovet') !== (look.theme === 'dark')) return
      for (const part of parts) {
        const heading = page.getByRole('heading', { name: part, exact: true })
        await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }))
        const picture = `kit-${part.toLowerCase().replaceAll(' ', '-')}-${look.variant}-${look.theme}-${name}.png`
        await expect(page).toHaveScreenshot(picture, { maxDiffPixelRatio: 0.2, threshold: 0.3 })
      }
    })
  }
}

test('what opens over the screen is accessible, takes the focus and gives it back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openGallery(page)
  for (const [button, opened] of [
    ['Open dialog', page.getByRole('alertdialog')],
    ['Open sheet', page.getByRole('dialog', { name: 'Edit scale' })],
    ['Administration', page.getByRole('menu', { name: 'Administration' })],
  ] as const) {
    const trigger = page.getByRole('button', { name: button })
    await trigger.focus()
    await page.keyboard.press('Enter')
    await expect(opened).toBeVisible()
    await expect(opened.locator(':focus')).toHaveCount(1)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(trigger).toBeFocused()
  }
})

test('a question that destroys begins at "Cancel"', async ({ page }) => {
  await openGallery(page)
  await page.getByRole('button', { name: 'Open dialog' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus'))).toBeVisible()
})

test('a menu is walked by arrow keys', async ({ page }) => {
  await openGallery(page)
  await page.getByRole('button', { name: 'Scale actions' }).first().press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Edit')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(item('Remove scale')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('a segmented control moves and chooses by arrow keys', async ({ page }) => {
  await openGallery(page)
  await page.getByRole('radio', { name: 'Classic' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Bars' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Bars' })).toBeFocused()
})

test('everything to press is 48 px high on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openGallery(page)
  const small = await page
    .locator('button, select, summary, [role=treeitem], label:has(> input), :not(p) > a')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getClientRects().length > 0 && !element.closest('li'))
        .map((element) => ({ text: element.textContent, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height > 1 && height < 47.5),
    )
  expect(small).toEqual([])
})
