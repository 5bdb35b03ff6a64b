import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { signIn, signInForOffline } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

const STEP_MS = 600_000

/** A beekeeper with Linden at the orchard, weighed for a day until an hour ago, which lost 3 kg some hours ago. */
async function orchard(serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const body = { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' }
  await beekeeper.api.post('/scale', body)
  const begin = Date.now() - 150 * STEP_MS
  const weigh = (from: number, to: number, weightAt: (row: number) => number) =>
    sendReadings(
      serverUrl,
      controller,
      Array.from({ length: to - from }, (_, at) => ({
        time: new Date(begin + (from + at) * STEP_MS).toISOString(),
        channel: 1,
        weight: weightAt(from + at),
      })),
    )
  await weigh(0, 144, (row) => (row < 100 ? 41 : 38))
  return { beekeeper, weigh }
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'New rule' })

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('by keyboard, a rule is made from a template, tried, saved and changed; it rings, and its removal is undone', async ({
    page,
    serverUrl,
  }) => {
    const { beekeeper, weigh } = await orchard(serverUrl)
    await signIn(page, beekeeper)
    await page.goto('/settings/rules')
    await expect(page.getByText('No rules yet')).toBeVisible()
    await expectSound(page, 'rules-none')

    await page.getByRole('button', { name: 'Lost 2 kg in a day' }).focus()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toContainText(
      'Rings for all your hives when the weight falls by more than 2 kg within 1 day.',
    )
    await expectSound(page, 'rules-new')
    await sheet(page).getByRole('button', { name: 'Try it on the past year' }).focus()
    await page.keyboard.press('Enter')
    await expect(sheet(page).getByRole('status')).toContainText('It would have rung once since')
    await expect(sheet(page).getByRole('link', { name: /^Linden: / })).toHaveAttribute('href', /timeline\?series=/)
    await expect(sheet(page).getByRole('link', { name: /^Linden: / })).toBeInViewport({ ratio: 0.9 })
    await expectSound(page, 'rules-tried')

    const value = sheet(page).getByLabel('Value')
    await value.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('20')
    await expect(sheet(page).getByRole('status')).toBeEmpty()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Lost 2 kg in a day' })).toBeVisible()
    await expect(page.getByText('falls by more than 20 kg')).toBeVisible()

    await page.getByRole('button', { name: 'Change “Lost 2 kg in a day”' }).focus()
    await page.keyboard.press('Enter')
    const edited = page.getByRole('dialog', { name: 'Change the rule' })
    await edited.getByLabel('Value').fill('4')
    await edited.getByLabel('What it is called in the alarm').fill('Linden loses')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Linden loses' })).toBeVisible()
    await expect(page.getByText('falls by more than 4 kg')).toBeVisible()

    await weigh(144, 149, () => 33)
    await expect
      .poll(async () => (await beekeeper.api.get<{ type: string }[]>('/alarm')).map(({ type }) => type))
      .toContain('rule')
    await page.goto('/alarms')
    const rang = page.getByRole('region', { name: 'Own rule: Linden' })
    await expect(rang).toContainText('Your rule “Linden loses”.')
    await expectSound(page, 'rules-rang')
    await rang.getByRole('link', { name: 'The rule' }).click()
    await expect(edited).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/rules\?rule=/)
    await page.keyboard.press('Escape')
    await expect(edited).toBeHidden()
    await expect(page).toHaveURL(/\/settings\/rules$/)
    await expect(page.getByText(/^Last rang on/)).toBeVisible()
    await expectSound(page, 'rules-list')

    await page.getByRole('button', { name: 'Remove “Linden loses”' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('No rules yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Linden loses' })).toBeVisible()
  })
})

test('an unsaved rule with all its conditions is restored; missing fields are reported', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await orchard(serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/settings/rules')
  await page.getByRole('button', { name: 'A rule from scratch' }).click()
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page).getByText('Give the rule a name.')).toBeVisible()
  await expectSound(page, 'rules-faults')
  await sheet(page).getByLabel('What it is called in the alarm').fill('Storm')
  await sheet(page).getByLabel('When').selectOption('Wind')
  await sheet(page).getByLabel('How').selectOption('is above')
  await sheet(page).getByLabel('Value').fill('17')
  await sheet(page).getByLabel('And').selectOption('Rain')
  await sheet(page).getByLabel('How').nth(1).selectOption('is above')
  await sheet(page).getByLabel('Value').nth(1).fill('2.5')
  await sheet(page).getByText('Only in some months').click()
  await sheet(page).getByLabel('June').check()
  const words = 'the wind is above 17 m/s and the rain is above 2.5 mm/h, in June.'
  await expect(sheet(page)).toContainText(words)
  await expectSound(page, 'rules-filled-in')
  await page.waitForTimeout(1500)
  await page.reload()
  await page.getByRole('button', { name: 'A rule from scratch' }).click()
  await expect(sheet(page)).toContainText(words)
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Storm' })).toBeVisible()
})

test.describe('with the worker, offline', () => {
  testOnDevice('rules can be read, and actions that need the network say so', async ({ page, context, serverUrl }) => {
    const { beekeeper } = await orchard(serverUrl)
    await signInForOffline(page, beekeeper, '/settings/rules')
    await page.getByRole('button', { name: 'Battery under 3.5 V' }).click()
    await sheet(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Battery under 3.5 V' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Alarms' }).first().click()
    await page.goBack()
    await expect(page.getByText('Rings for all your hives when the battery is below 3.5 V')).toBeVisible()
    const on = page.getByRole('switch', { name: 'Switched on' })
    await on.click()
    await expect(page.getByText(/network/i).first()).toBeVisible()
    await expect(on).toBeChecked()
  })
})
