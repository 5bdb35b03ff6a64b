import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'

/** The widest sheet a page in portrait has without margins: A4. */
const SHEET = { width: 794, height: 1123 }

test('on paper, a dark wide screen is light, whole, and without its frame', async ({ page, serverUrl }) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const now = Math.floor(Date.now() / 1000)
  const readings = Array.from({ length: 48 }, (_, index) => ({
    channel: 1,
    time: new Date((now - index * 1800) * 1000).toISOString(),
    weight: 40 + index / 10,
  }))
  await sendReadings(serverUrl, controller, readings)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, beekeeper)
  await page.goto('/timeline')
  const plot = page.locator('.uplot canvas').first()
  await expect.poll(async () => (await plot.boundingBox())?.width ?? 0).toBeGreaterThan(700)
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim())
  const dark = await ink()

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(SHEET)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await ink()).not.toBe(dark)
  const drawn = (await plot.boundingBox())!
  expect(drawn.x + drawn.width).toBeLessThan(SHEET.width)

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(ink).toBe(dark)
})
