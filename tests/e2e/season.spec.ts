import {
  addHives,
  type Beekeeper,
  type ClaimedController,
  claimController,
  expect,
  registerBeekeeper,
  sendReadings,
  test,
} from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { reloadOffline, signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const HOUR_MS = 3_600_000
const DAYS = 20

type Apiary = { beekeeper: Beekeeper; controller: ClaimedController; linden: number; maple: number }

/** Linden gains a kilogram a day for five days, as does the third hive; Maple's weight stays the same. */
async function apiary(serverUrl: string): Promise<Apiary> {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const ids = await addHives(beekeeper, controller, ['Linden', 'Maple', 'Willow'])
  const now = Date.now()
  const readings = Array.from({ length: DAYS * 24 }, (_, hour) => {
    const time = new Date(now - (DAYS * 24 - 1 - hour) * HOUR_MS).toISOString()
    const gained = Math.max(0, hour / 24 - (DAYS - 5))
    return [
      { time, channel: 1, weight: 40 + gained },
      { time, channel: 2, weight: 31 },
      { time, channel: 3, weight: 35 + gained },
    ]
  }).flat()
  await sendReadings(serverUrl, controller, readings)
  await expect.poll(async () => (await beekeeper.api.get<unknown[]>('/season')).length).toBe(3)
  return { beekeeper, controller, linden: ids[0]!, maple: ids[1]! }
}

const flow = /^Flow began on \d+ \w+, \+[01]\.\d\skg a day: put a super on (now|within \d days?)\./

test('Today says at each place what to do at which hives, and how that is computed; on a phone, below the hives', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await apiary(serverUrl)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInOn(page, beekeeper)
  const place = page.getByRole('region', { name: 'Orchard' })
  const need = place.locator('summary')
  await expect(need).toHaveText(flow)
  await expect(need).toContainText('Linden, Willow')
  await need.press('Enter')
  await expect(place.getByText(/A super takes about 10\skg/)).toBeVisible()
  await expectSound(page, 'season-today')

  await test.step('on a phone, the hives come first, and what they need is below', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const need = page.locator('#season summary')
    await expect(need).toHaveText(flow)
    const third = (await page.locator('main li').nth(2).boundingBox())!
    expect((await need.boundingBox())!.y).toBeGreaterThan(third.y + third.height)
    await expectSound(page, 'season-today-phone')
  })
})

test('the page of a hive shows its season hint, asks for a missing empty weight, and counts a new super at once', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, controller, linden, maple } = await apiary(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(`/scaleoverview/${controller.id}/${linden}`)
  await expect(page.getByText(flow)).toBeVisible()
  await page.goto(`/scaleoverview/${controller.id}/${maple}`)
  await expect(page.getByText(/^0\.0\skg in 14\sdays\. How much of it is stores is not known/)).toBeVisible()
  await page.getByText('How this is computed').click()
  await expect(page.getByText(/which is set with its scale/)).toBeVisible()
  await expectSound(page, 'season-hive')
  await page.getByRole('link', { name: 'Set the empty weight' }).click()
  await page.getByRole('button', { name: 'Maple' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Empty weight/)
    .fill('21')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/scaleoverview/${controller.id}/${maple}`)
  await expect(page.getByText(/^10\.0\skg of stores left, and they are not shrinking\.$/)).toBeVisible()

  await test.step('a super counts as soon as it is noted', async () => {
    await page.goto(`/scaleoverview/${controller.id}/${linden}`)
    await expect(page.getByText(flow)).toBeVisible()
    await beekeeper.api.post('/intervention', {
      scaleId: linden,
      label: 'super_added',
      time: new Date().toISOString(),
    })
    await page.reload()
    await expect(page.getByText(/put a super on within [67] days|There is room for [78] days/)).toBeVisible()
  })
})

testOnDevice('season hints seen before are available offline', async ({ page, serverUrl }) => {
  const { beekeeper } = await apiary(serverUrl)
  await signInForOffline(page, beekeeper)
  await expect(page.locator('main summary').first()).toHaveText(flow)
  // data is stored with a delay of a second
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('roomSince'))))
    .toBe(true)
  await page.context().setOffline(true)
  await reloadOffline(page)
  await expect(page.locator('main summary').first()).toHaveText(flow)
})
