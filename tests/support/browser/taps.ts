import { expect, type Locator, type Page } from '@playwright/test'

/** A phone held in one hand, for `test.use`. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const

/**
 * Does a job with a finger (on a device without touch, with the mouse) and counts: exactly `wanted` taps, each on something that is visible and as large as a
 * finger. A job that needs scrolling first fails, since that is work, too. Typing is not a tap.
 */
export async function expectTaps(
  page: Page,
  wanted: number,
  job: (tap: (target: Locator) => Promise<void>) => Promise<void>,
): Promise<void> {
  await page.evaluate(() => {
    const counted = { taps: 0, mouse: 0 }
    const count = ({ isTrusted, pointerType }: PointerEvent) => {
      if (isTrusted) counted[pointerType === 'touch' ? 'taps' : 'mouse']++
    }
    addEventListener('pointerdown', count, { capture: true })
    Object.assign(window, { counted })
  })
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0)
  let taps = 0
  await job(async (target) => {
    await expect(target, 'it is in sight without moving the page').toBeInViewport({ ratio: 0.9 })
    const box = await steadyBox(target)
    expect(Math.min(box.width, box.height), 'a finger hits it').toBeGreaterThanOrEqual(43.5)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await (isTouched ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    taps++
  })
  expect(taps).toBe(wanted)
  // another document would have a count of its own, and the job would have left its page
  const counted = await page.evaluate(() => (window as { counted?: object }).counted)
  expect(counted, 'all of it within the page, and nothing pressed in another way').toEqual({
    taps: isTouched ? wanted : 0,
    mouse: isTouched ? 0 : wanted,
  })
}

/** Returns the position of something once it no longer moves. */
async function steadyBox(target: Locator) {
  let box = await target.boundingBox()
  await expect
    .poll(async () => {
      const before = JSON.stringify(box)
      box = await target.boundingBox()
      return box !== null && JSON.stringify(box) === before
    })
    .toBe(true)
  return box!
}
