import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const HOUR = 3_600_000
/** A season that is over, whenever this runs. */
const YEAR = new Date().getUTCFullYear() - 1
const at = (date: string) => Date.parse(`${YEAR}-${date}Z`)

type Flow = { from: string; days: number; kg: number }

/** 40 kg; each day of a flow adds its kilograms between 8:00 and 13:00 UTC. */
function weightAt(time: number, flows: readonly Flow[]): number {
  let kg = 40
  for (const { from, days, kg: perDay } of flows) {
    const passed = time - at(`${from}T00:00:00`)
    const whole = Math.min(days, Math.floor(passed / (24 * HOUR)))
    const hour = (passed % (24 * HOUR)) / HOUR
    if (whole >= 0) kg += perDay * whole
    if (whole >= 0 && whole < days) kg += (perDay * Math.min(5, Math.max(0, hour - 8))) / 5
  }
  return Math.round(kg * 1000) / 1000
}

function season(channel: number, flows: readonly Flow[]) {
  const readings = []
  for (let time = at('04-01T00:00:00'); time < at('06-30T00:00:00'); time += HOUR)
    readings.push({ time: new Date(time).toISOString(), channel, weight: weightAt(time, flows) })
  return readings
}

/** A day with a reading every ten minutes, on which a swarm of 2.1 kg leaves at noon. */
function swarmDay() {
  return Array.from({ length: 144 }, (_, step) => {
    const gone = Math.min(3, Math.max(0, step - 59)) * 0.7
    const weight = Math.round((38 - gone + 0.006 * Math.sin(step * 1.7)) * 1000) / 1000
    return { time: new Date(at('07-02T00:00:00') + step * 600_000).toISOString(), channel: 1, weight }
  })
}

const aYearBefore = ({ time, ...reading }: { time: string; channel: number; weight: number }) => ({
  time: time.replace(String(YEAR), String(YEAR - 1)),
  ...reading,
})

/** A beekeeper with two hives and their season, signed in; for one of them, the previous season is known, too. */
async function apiary(page: Page, serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper)
  const names = ['Linden', 'Weide']
  for (const [index, name] of names.entries()) {
    const body = { controllerId: controller.id, channelId: index + 1, name, type: 'weight' }
    await beekeeper.api.post('/scale', body)
  }
  await sendReadings(serverUrl, controller, [
    ...season(1, [{ from: '04-20', days: 5, kg: 1 }]),
    ...season(2, [
      { from: '05-01', days: 6, kg: 1.5 },
      { from: '06-10', days: 4, kg: 1 },
    ]),
    ...swarmDay(),
    ...season(2, [{ from: '05-01', days: 4, kg: 2 }]).map(aYearBefore),
  ])
  await signInOn(page, beekeeper)
}

const looks = [
  { name: 'phone, light', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

for (const { name, viewport, colorScheme } of looks) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, colorScheme })

    test('the season of each scale, the details of one of them, and a rule tried on the whole year', async ({
      page,
      serverUrl,
    }) => {
      await apiary(page, serverUrl)

      await test.step('the season of each scale, and the details of one of them', async () => {
        if (name.startsWith('phone')) {
          await page.getByRole('button', { name: 'More' }).click()
          await page.getByRole('dialog').getByRole('link', { name: 'Analysis' }).click()
        } else await page.getByRole('navigation').getByRole('link', { name: 'Analysis' }).click()
        await page.getByLabel('Year').selectOption(`Season ${YEAR}`)
        await expect(page).toHaveURL(new RegExp(`year=${YEAR}`))
        const rows = viewport.width < 600 ? page.getByRole('listitem') : page.getByRole('row')
        await expect(rows.filter({ hasText: 'Weide' })).toContainText('+13.0 kg')
        await expect(rows.filter({ hasText: 'Linden' })).toContainText('kg')
        await expectSound(page, `the season, ${name}`)

        await page.getByRole('link', { name: 'Weide' }).click()
        await expect(page).toHaveURL(/scale=\d+/)
        await expect(page.getByRole('heading', { name: 'Weide' })).toBeVisible()
        await expect(page.getByText('1 of 2')).toBeVisible()
        const flow = page.getByRole('region', { name: 'Flow', exact: true })
        await expect(flow).toContainText('1 May – 6 May')
        await expect(flow).toContainText('+9.0 kg')
        await expect(flow).toContainText('10 Jun – 13 Jun')
        await expect(flow).toContainText('+4.0 kg')
        const gain = page.getByRole('region', { name: 'Gain', exact: true })
        await expect(gain).toContainText('+13.0')
        await expect(gain).toContainText('+1.5 kg')
        await expect(page.getByRole('img', { name: 'Change of each day of the season in kg' })).toBeVisible()
        await gain.getByText('Compared with the previous year and the region').click()
        await expect(gain.getByText(/^\d+: /)).toHaveText(
          new RegExp(`^${YEAR - 1}: \\+8\\.0\\skg\\. ${YEAR} on the same \\d+ days: \\+13\\.0\\skg\\.$`),
        )
        await expect(gain.getByRole('img')).toHaveCount(2)
        await expect(page.getByRole('region', { name: 'Previous winter' })).toContainText('Fewer than two weeks')
        await flow.getByText('How it is computed').click()
        await expect(flow.getByText('days that gain 0.5 kg or more')).toBeVisible()
        await expectSound(page, `one scale, ${name}`)

        await page.goBack()
        await expect(page.getByRole('link', { name: 'Linden' })).toBeVisible()
      })

      await test.step('a rule is tried on the whole year, and the curve of a day it found is opened', async () => {
        await page.goto('/analysis?view=rules')
        await page.getByText(`Season ${YEAR}`).click()
        await page.getByLabel('Sure enough to ring from').fill('120')
        await page.getByRole('button', { name: 'Try it' }).click()
        await expect(page.getByText('From 1 to 99 %.')).toBeVisible()
        await expectSound(page, `a threshold that is none, ${name}`)
        await page.getByLabel('Sure enough to ring from').fill('')
        await page.getByRole('button', { name: 'Try it' }).click()
        const job = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Linden, Weide' }) })
        await expect(job.first()).toContainText('current thresholds')
        await expect(job.first()).toContainText('As it did')
        await expect(job.first()).toContainText(`2 Jul ${YEAR}`)

        await page.getByLabel('Alarm', { exact: true }).selectOption('Robbing')
        await expect(page.getByLabel('Robbed from')).toBeVisible()
        await page.getByLabel('Alarm', { exact: true }).selectOption('Swarm')
        await page.getByLabel('Alarm hours from').fill('16')
        await page.getByRole('button', { name: 'Try it' }).click()
        await expect(job).toHaveCount(2)
        await expect(job.first()).toContainText('No longer')
        await expect(job.first()).toContainText('Alarm hours from: 16 h')
        await expectSound(page, `what a rule found, ${name}`)
        await job.first().getByRole('link', { name: 'Curve' }).click()
        await expect(page).toHaveURL(/\/timeline\?.*alarms=true/)
      })
    })
  })
}
