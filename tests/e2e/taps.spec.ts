import type { Page } from '@playwright/test'
import {
  type Beekeeper,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { signInOn } from '../support/browser/signed-in-page.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { expectTaps, phone } from '../support/browser/taps.ts'

test.use(phone)

const STEP = 1800
const DAYS = 8

type Alarm = { id: number; scaleId: number }

/** Three hives with eight days of readings; Maple is carried off in the last half hour. */
async function orchard(serverUrl: string): Promise<{ beekeeper: Beekeeper; controllerId: number }> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  for (const [index, name] of ['Linden', 'Maple', 'Birch'].entries()) {
    await beekeeper.api.post('/scale', {
      controllerId: controller.id,
      channelId: index + 1,
      name,
      type: 'weight',
    })
  }
  const to = Math.floor(Date.now() / 600_000) * 600
  const count = (DAYS * 86_400) / STEP
  const readings = Array.from({ length: count }, (_, i) => {
    const time = new Date((to - (count - 1 - i) * STEP) * 1000).toISOString()
    const grown = 30 + (i * STEP) / 86_400
    return [1, 3].map((channel) => ({ time, channel, weight: grown + channel }))
  }).flat()
  const carriedOff = Array.from({ length: 144 }, (_, i) => ({
    time: new Date((to - (143 - i) * 600) * 1000).toISOString(),
    channel: 2,
    weight: i < 140 ? 41.5 : 0.3,
  }))
  await sendReadings(serverUrl, controller, [...readings, ...carriedOff])
  await expect.poll(() => beekeeper.api.get<Alarm[]>('/alarm?open=1')).toHaveLength(1)
  return { beekeeper, controllerId: controller.id }
}

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
/** The entry of a hive in the list. */
const placeOf = (page: Page, name: string) => page.locator('main li').filter({ has: row(page, name) })

/** Checks that a good part of the curve is visible above what is fixed to the bottom. */
async function expectCurveInSight(page: Page, pixels = 180): Promise<void> {
  const plot = page.locator('.u-over').first()
  await expect(plot).toBeVisible()
  const bar = page.getByRole('textbox', { name: /What did you just do/ })
  const seen = async () => (await bar.boundingBox())!.y - (await plot.boundingBox())!.y
  await expect.poll(seen).toBeGreaterThan(pixels)
}

test('one tap shows the last 24 hours of a hive, and no tap is needed to see which hive needs me now', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await orchard(serverUrl)
  const [alarm] = await beekeeper.api.get<Alarm[]>('/alarm?open=1')
  await signInOn(page, beekeeper)

  await test.step('which hive needs me now: no tap', async () => {
    await expectTaps(page, 0, async () => {
      const sentence = page.getByRole('heading', { level: 1 })
      await expect(sentence).toContainText('Maple')
      await expect(sentence).toBeInViewport({ ratio: 1 })
      await expect(page.locator('main li').first()).toContainText('Maple')
      await expect(row(page, 'Maple')).toBeInViewport({ ratio: 1 })
    })
  })

  await test.step('the last 24 hours of a hive that needs something: one tap', async () => {
    await expectTaps(page, 1, async (tap) => {
      // its row, above the actions for the alarm
      await tap(row(page, 'Maple').locator('xpath=ancestor::div[2]'))
      await expect(page).toHaveURL(new RegExp(`alarm=${alarm!.id}`))
      await expectCurveInSight(page)
    })
  })

  await test.step('the last 24 hours of a hive: one tap', async () => {
    await page.goto('/dashboard')
    await expectTaps(page, 1, async (tap) => {
      await tap(placeOf(page, 'Linden'))
      await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()
      await expect(page.getByText('+1.0 kg in 24 h')).toBeInViewport({ ratio: 1 })
      await expectCurveInSight(page)
    })
    await expect(page.getByRole('radio', { name: '24 h' })).toBeChecked()
    await expect(page.getByRole('table', { name: /Values from/ })).toBeAttached()
    // once somebody chooses the curve of a month, they get it from then on
    await page.getByText('30 d', { exact: true }).click()
    await page.goto('/dashboard')
    await placeOf(page, 'Birch').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Birch' })).toBeVisible()
    await expect(page.getByRole('radio', { name: '30 d' })).toBeChecked()
  })
})

test('a note of what was just done takes two taps, or one from the row of a hive or from its alarm', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await orchard(serverUrl)
  await signInOn(page, beekeeper)

  await test.step('note what was just done: two taps', async () => {
    await expectTaps(page, 2, async (tap) => {
      await tap(placeOf(page, 'Linden'))
      await tap(page.getByRole('textbox', { name: /What did you just do/ }))
      await page.keyboard.type('fed 5 kg')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Diary' }).getByText('fed 5 kg')).toBeVisible()
    })
  })

  await test.step('from the row of a hive or from its alarm: one tap and the words', async () => {
    await page.goto('/dashboard')
    const write = async (words: string) => {
      await expect(page.getByRole('textbox', { name: /What did you just do/ })).toBeFocused()
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Diary' }).getByText(words)).toBeVisible()
    }
    await expectTaps(page, 1, async (tap) => {
      await tap(page.getByRole('link', { name: 'Note for Linden' }))
      await write('fed 6 kg')
    })
    await page.goto('/alarms')
    await expectTaps(page, 1, async (tap) => {
      await tap(page.getByRole('link', { name: 'Note', exact: true }))
      await expect(page.getByRole('heading', { level: 1, name: 'Maple' })).toBeVisible()
      await write('carried to the heather')
    })
  })
})

test('comparing two hives takes three taps; holding the alarms of a place, or opening the curve of an alarm, takes one', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controllerId } = await orchard(serverUrl)
  const [alarm] = await beekeeper.api.get<Alarm[]>('/alarm?open=1')
  await signInOn(page, beekeeper)

  await test.step('compare two hives: three taps', async () => {
    await expectTaps(page, 3, async (tap) => {
      await tap(placeOf(page, 'Linden'))
      await tap(page.getByRole('button', { name: 'Compare' }))
      await expect(page.getByRole('dialog', { name: 'Compare' })).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await tap(page.getByRole('dialog', { name: 'Compare' }).getByRole('link', { name: 'Birch' }))
      await expect(page).toHaveURL(/\/timeline\?/)
      const values = page.getByRole('table', { name: /Values from/ })
      await expect(values.getByRole('row', { name: /Linden/ })).toHaveCount(1)
      await expect(values.getByRole('row', { name: /Birch/ })).toHaveCount(1)
      await expect(values.getByRole('row', { name: /Maple/ })).toHaveCount(0)
    })
  })

  await test.step('hold all alarms of a place: one tap', async () => {
    await page.goto('/dashboard')
    await expectTaps(page, 1, (tap) => tap(page.getByRole('button', { name: 'Hold alarms 1 h' })))
    const mutes = () => beekeeper.api.get<object[]>(`/notification/mute?idcontroller=${controllerId}`)
    await expect.poll(mutes).toHaveLength(3)
  })

  await test.step('from an alarm to its curve: one tap', async () => {
    await page.goto('/alarms')
    await expectTaps(page, 1, async (tap) => {
      await tap(page.getByRole('link', { name: 'Show its curve' }))
      await expect(page).toHaveURL(
        new RegExp(`/scaleoverview/${controllerId}/${alarm!.scaleId}\\?.*alarm=${alarm!.id}`),
      )
      await expect(page.locator('button[aria-current=true]')).toBeInViewport()
    })
  })

  await test.step('on a desktop, the curve of a hive is in view, and beside it what has to be done', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/scaleoverview/${controllerId}/${alarm!.scaleId}?range=day`)
    await expectCurveInSight(page, 300)
    await expect(page.getByRole('link', { name: 'Show', exact: true })).toBeInViewport({ ratio: 1 })
  })
})

test('when using the keyboard, the focused element is never behind a bar at the bottom', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await orchard(serverUrl)
  await page.setViewportSize({ width: 360, height: 640 })
  await signInOn(page, beekeeper)
  for (const place of ['/settings', '/settings/profile', '/timeline', '/shop/']) {
    await page.goto(`${place}?lang=en`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // what is still loading would move what has the focus
    await page.waitForLoadState('networkidle')
    const hidden: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const behind = await page.evaluate(() => {
        const focused = document.activeElement!
        const { left, width, bottom } = focused.getBoundingClientRect()
        const bars = [...document.querySelectorAll('nav, section, div')].filter(
          (one) => /fixed|sticky/.test(getComputedStyle(one).position) && !one.contains(focused),
        )
        const covering = document
          .elementsFromPoint(Math.max(1, left + width / 2), Math.min(bottom, innerHeight) - 2)
          .find((one) => bars.some((bar) => bar.contains(one)))
        return (
          covering &&
          focused !== document.body &&
          `${focused.textContent || focused.getAttribute('name')} at ${Math.round(bottom)}`
        )
      })
      if (behind) hidden.push(behind)
    }
    expect(hidden, place).toEqual([])
  }
})

test('when using the keyboard, nothing cuts off the ring around what has the focus', async ({ page, serverUrl }) => {
  const { beekeeper } = await orchard(serverUrl)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInOn(page, beekeeper)
  for (const [place, loaded] of [
    ['/settings/scales', page.getByRole('group', { name: 'Scales' })],
    ['/timeline', page.getByRole('link', { name: 'Linden' })],
  ] as const) {
    await page.goto(`${place}?lang=en`)
    await expect(loaded).toBeVisible()
    await page.waitForLoadState('networkidle')
    const cut: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const cutBy = await page.evaluate(() => {
        const focused = document.activeElement!
        const ring = getComputedStyle(focused)
        const reach = Number.parseFloat(ring.outlineOffset) + Number.parseFloat(ring.outlineWidth)
        const { top, bottom, left, right } = focused.getBoundingClientRect()
        const around: Element[] = []
        if (ring.outlineStyle === 'none') return undefined
        for (let one = focused.parentElement; one && one !== document.body; one = one.parentElement) around.push(one)
        const cutting = around.find((one) => {
          const { overflow } = getComputedStyle(one)
          const box = one.getBoundingClientRect()
          const isCut =
            top - reach < box.top || bottom + reach > box.bottom || left - reach < box.left || right + reach > box.right
          return overflow !== 'visible' && isCut
        })
        return cutting && `${focused.textContent}: ${(cutting.cloneNode() as Element).outerHTML}`
      })
      if (cutBy) cut.push(cutBy)
    }
    expect(cut, place).toEqual([])
  }
})
