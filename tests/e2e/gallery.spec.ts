import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '../support/browser/sound.ts'

const looks = ['HiveWatch', 'BioVet'].flatMap((variant) => ['Light', 'Dark'].map((theme) => ({ variant, theme })))
const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
// Pictures are kept of all looks on a phone, of two on a desktop.
const parts = ['Colors and type', 'Actions', 'Entry', 'Feedback', 'Lists and numbers']

/** The kit, on a phone. All tests share its page, since the development server takes long to serve it; each test closes what it opened. */
const test = base.extend<{ kit: Page }, { opened: Page }>({
  opened: [
    async ({ browser }, use) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(process.env.GALLERY ?? '/dev/ui?variant=hivewatch&theme=light')
      await expect(page.getByRole('heading', { name: 'Lists and numbers' })).toBeVisible()
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  kit: async ({ opened }, use) => {
    await opened.setViewportSize(phone)
    await use(opened)
  },
})

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
}

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  for (const { variant, theme } of looks) {
    test(`the kit is accessible and looks as it did: ${variant}, ${theme}, ${name}`, async ({ kit }) => {
      await kit.setViewportSize(viewport)
      for (const choice of [variant, theme]) await kit.getByRole('radio', { name: choice, exact: true }).check()
      const look = `${variant}-${theme}`.toLowerCase()
      await expect(
        kit.locator(`html[data-variant=${variant.toLowerCase()}][data-theme=${theme.toLowerCase()}]`),
      ).toBeVisible()
      await expectAccessible(kit)
      const overflow = await kit.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
      if (viewport === desktop && (variant === 'BioVet') !== (theme === 'Dark')) return
      for (const part of parts) {
        const heading = kit.getByRole('heading', { name: part, exact: true })
        await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }))
        const picture = `kit-${part.toLowerCase().replaceAll(' ', '-')}-${look}-${name}.png`
        await expect(kit).toHaveScreenshot(picture, { maxDiffPixelRatio: 0.2, threshold: 0.3 })
      }
    })
  }
}

test('what opens on top of the screen is accessible, takes the focus and returns it', async ({ kit }) => {
  for (const [button, opened] of [
    ['Open dialog', kit.getByRole('alertdialog')],
    ['Open sheet', kit.getByRole('dialog', { name: 'Edit scale' })],
    ['Administration', kit.getByRole('menu', { name: 'Administration' })],
  ] as const) {
    const trigger = kit.getByRole('button', { name: button })
    await trigger.focus()
    await kit.keyboard.press('Enter')
    await expect(opened).toBeVisible()
    await expect(opened.locator(':focus')).toHaveCount(1)
    await expectAccessible(kit)
    await kit.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(trigger).toBeFocused()
  }
})

test('a destructive confirmation starts with the focus on "Cancel"', async ({ kit }) => {
  await kit.getByRole('button', { name: 'Open dialog' }).click()
  await expect(kit.getByRole('button', { name: 'Cancel' }).and(kit.locator(':focus'))).toBeVisible()
  await kit.keyboard.press('Escape')
})

test('arrow keys move through a menu', async ({ kit }) => {
  await kit.getByRole('button', { name: 'Scale actions' }).first().press('Enter')
  const item = (name: string) => kit.getByRole('menuitem', { name })
  await expect(item('Edit')).toBeFocused()
  await kit.keyboard.press('ArrowUp')
  await expect(item('Remove scale')).toBeFocused()
  await kit.keyboard.press('Enter')
  await expect(kit.getByRole('alertdialog')).toBeVisible()
  await kit.keyboard.press('Escape')
})

test('arrow keys move through a segmented control and choose', async ({ kit }) => {
  await kit.getByRole('radio', { name: 'Classic' }).focus()
  await kit.keyboard.press('ArrowRight')
  await expect(kit.getByRole('radio', { name: 'Bars' })).toBeChecked()
  await expect(kit.getByRole('radio', { name: 'Bars' })).toBeFocused()
})

test('a segmented control too narrow for its words uses several rows, and cuts no word off', async ({ kit }) => {
  const control = kit.getByRole('group').filter({ has: kit.getByRole('radio', { name: 'Classic' }) })
  await control.evaluate((element) => {
    element.style.width = '160px'
  })
  const boxes = await Promise.all(
    ['Classic', 'Bars', 'Activity'].map((name) => control.getByRole('radio', { name }).boundingBox()),
  )
  const outer = (await control.boundingBox())!
  expect(new Set(boxes.map((box) => box!.y)).size).toBeGreaterThan(1)
  for (const box of boxes) expect(box!.x + box!.width).toBeLessThanOrEqual(outer.x + outer.width)
})

test('everything that can be pressed is 48 px high on a phone', async ({ kit }) => {
  const small = await kit
    .locator('button, select, summary, [role=treeitem], label:has(> input), :not(p) > a')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getClientRects().length > 0 && !element.closest('li'))
        .map((element) => ({ text: element.textContent, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height > 1 && height < 47.5),
    )
  expect(small).toEqual([])
})

/** Its colors on the line through its middle, at these shares of its width. */
async function colorsAt(element: Locator, shares: readonly number[]): Promise<string[]> {
  const picture = (await element.screenshot()).toString('base64')
  const read = async ({ picture, shares }: { picture: string; shares: readonly number[] }) => {
    const shown = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
    const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d')!
    context.drawImage(shown, 0, 0)
    const middle = Math.floor(shown.height / 2)
    return shares.map((share) => context.getImageData(Math.floor(share * shown.width), middle, 1, 1).data.join())
  }
  return element.page().evaluate(read, { picture, shares })
}

test('in forced colors one sees the track of a slider, a switch that is off for good, and that something loads', async ({
  kit,
}) => {
  await kit.emulateMedia({ forcedColors: 'active' })
  const [ground] = await colorsAt(kit.getByRole('heading', { name: 'Waiting', exact: true }), [0.99])
  expect(await colorsAt(kit.getByRole('slider'), [0.05])).not.toEqual([ground])
  const [thumb, beside] = await colorsAt(kit.getByRole('switch', { name: 'Activity alarm' }), [0.25, 0.75])
  expect(thumb).not.toBe(beside)
  expect(await colorsAt(kit.locator('[data-loading] > div').last(), [0.5])).not.toEqual([ground])
  await kit.emulateMedia({ forcedColors: 'none' })
})
