import type { Page } from '@playwright/test'
import { DAY_SECONDS as DAY } from '#domain/platform/durations.ts'

/** The position of the first plot in the window. */
export async function plotBox(page: Page) {
  const box = await page.locator('.u-over').first().boundingBox()
  if (!box) throw new Error('the chart has no plot')
  return { ...box, at: (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 }) }
}

/** The number of pixels drawn in the first plot. */
export const inkOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels ? pixels.filter((value, at) => at % 4 === 3 && value > 0).length : 0
  })

/** The span in the address, in epoch seconds. */
export async function rangeOf(page: Page): Promise<{ from: number; to: number; length: number }> {
  const { searchParams } = new URL(page.url())
  const last = searchParams.get('last')
  if (last !== null) {
    const to = Math.round(Date.now() / 1000) + 600
    const length = Number({ day: DAY + 600, week: 7 * DAY + 600, month: 30 * DAY + 600 }[last] ?? last)
    return { from: to - length, to, length }
  }
  const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
  return { from, to, length: to - from }
}
