import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { showIn } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { brokenWords, cutWords } from '../support/browser/words-in-sight.ts'

test('while a hive is away, the alarms page updates its figures and curve; one tap opens the hive, and the end is shown', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  await beekeeper.api.post('/scale', { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' })
  const now = Math.floor(Date.now() / 1000)
  const weigh = (agoMinutes: number, weight: number) => ({
    ...{ time: new Date((now - agoMinutes * 60) * 1000).toISOString(), channel: 1, weight },
  })
  const before = Array.from({ length: 40 }, (_, i) => weigh(50 + i * 10, 41))
  await sendReadings(serverUrl, controller, [...before, weigh(40, 5), weigh(30, 5)])
  await signIn(page, beekeeper)
  await page.goto('/alarms')
  const card = page.getByRole('region', { name: 'Disturbance: Linden' })
  await expect(card.getByRole('img', { name: /^Weight of Linden from .*, 5\.0 to 41\.0 kg$/ })).toBeVisible()
  await expect(card).toContainText(/Until now\s*-36\.0\s*kg/)
  await expectSound(page, 'an alarm that goes on')
  const look = { variant: 'hivewatch', colorScheme: 'light', viewport: { width: 360, height: 740 } } as const
  for (const locale of ['de', 'fr', 'es'] as const) {
    await showIn(page, { ...look, locale })
    await expect(page.getByRole('img', { name: /Linden/ })).toBeVisible()
    expect([...(await brokenWords(page)), ...(await cutWords(page))], locale).toEqual([])
  }
  await showIn(page, { ...look, locale: 'en' })
  await sendReadings(serverUrl, controller, [weigh(20, 3.5)])
  await expect(card).toContainText(/Until now\s*-37\.5\s*kg/)

  await sendReadings(serverUrl, controller, [weigh(10, 41), weigh(1, 41)])
  await expect(page.getByText('All quiet: no alarm needs your attention.')).toBeVisible()
  await expect(card.getByText('Over', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Curve' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Linden' })).toBeVisible()

  // an SMS leads here even after the alarm is over
  const [alarm] = await beekeeper.api.get<{ id: number }[]>('/alarm')
  await page.goto(`/dashboard?alarm=${alarm!.id}`)
  await expect(card.getByRole('img', { name: /^Weight of Linden from/ })).toBeVisible()
  await expectSound(page, 'an alarm that is over')
})
