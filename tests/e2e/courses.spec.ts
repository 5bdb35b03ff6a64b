import type { Page } from '@playwright/test'
import type { SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { expect, test } from '../support/browser/device-fixture.ts'
import { signIn, signInForOffline, signInOn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { type SwarmedApiary, swarmed } from '../support/browser/swarmed-apiary.ts'

const judge = ({ beekeeper, alarm }: SwarmedApiary, verdict: string | null = 'confirmed') =>
  beekeeper.api.post(`/alarm/${alarm.id}`, { verdict })
const course = ({ beekeeper, alarm }: SwarmedApiary) => beekeeper.api.get<SwarmCourse>(`/alarm/${alarm.id}/course`)
const states = async (apiary: SwarmedApiary) =>
  (await course(apiary)).followUps.map(({ kind, status, putOffUntil }) => `${kind} ${putOffUntil ? 'later' : status}`)
const hivePage = ({ controller, scaleId, alarm }: SwarmedApiary) =>
  `/scaleoverview/${controller.id}/${scaleId}?alarm=${alarm.id}`
const card = (page: Page) => page.getByRole('region', { name: 'Swarm: Linden' })
const steps = (page: Page) =>
  card(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
const item = (page: Page, step: string) => card(page).getByRole('listitem').filter({ hasText: step })

test('a confirmed swarm is caught, hived and followed up; all of it can be undone', async ({ page, serverUrl }) => {
  const apiary = await swarmed(serverUrl, 9)
  await signIn(page, apiary.beekeeper)
  await page.goto('/alarms')
  await card(page).getByRole('button', { name: 'It was one' }).click()
  await expect(card(page).getByRole('heading', { name: 'After the swarm' })).toBeVisible()
  await expect(steps(page)).toHaveCount(3)
  await card(page).getByText('Caught', { exact: true }).click()
  await expect(steps(page)).toHaveCount(5)
  await expectSound(page, 'the course of a swarm')

  await card(page).getByRole('button', { name: 'Where it hung, and its hive' }).click()
  const sheet = page.getByRole('dialog', { name: 'Where it hung, and its hive' })
  await sheet.getByLabel('Where it hung').fill('Pear tree')
  await sheet.getByLabel('Hive it went into').selectOption('Birch')
  await expectSound(page, 'where a swarm hung')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(card(page).getByText('Pear tree')).toBeVisible()
  await expect(item(page, 'Birch: See whether the swarm’s queen is laying')).toBeVisible()

  await page.getByRole('button', { name: 'Done: Look for queen cells' }).click()
  await expect.poll(() => states(apiary)).toContain('afterSwarm done')
  const undo = item(page, 'Look for queen cells').getByRole('button', { name: 'Undo' })
  await expect(undo, 'in place of the button that was pressed').toBeFocused()
  await undo.click()
  await expect.poll(() => states(apiary)).toContain('afterSwarm open')
  const later = page.getByRole('button', { name: 'Later, or not at all: Look for queen cells' })
  await later.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expectSound(page, 'a follow-up put off')
  await page.keyboard.press('Enter')
  await expect.poll(() => states(apiary)).toContain('afterSwarm later')
  await expect(item(page, 'Look for queen cells')).toContainText('Put off until')
  await page.getByRole('button', { name: 'Later, or not at all: Look for a laying queen' }).click()
  await page.getByRole('menuitem', { name: 'Do not remind me' }).click()
  await expect.poll(() => states(apiary)).toContain('queenLaying silenced')

  await card(page).getByRole('button', { name: 'Undo' }).first().click()
  await expect(card(page).getByRole('heading', { name: 'After the swarm' })).toBeHidden()
})

for (const [name, width, height] of [
  ['a phone', 390, 844],
  ['a desktop', 1440, 900],
] as const) {
  test(`a follow-up that is due shows in the hive’s row on Today and on the hive’s page, on ${name}`, async ({
    page,
    serverUrl,
  }) => {
    await page.setViewportSize({ width, height })
    const apiary = await swarmed(serverUrl, 9)
    await judge(apiary)
    await signInOn(page, apiary.beekeeper)
    await expect(page.getByText('After-swarm?')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Something is due at Linden.')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectSound(page, `Today after a swarm on ${name} in ${colorScheme}`)
    }
    await page.goto(`/scaleoverview/${apiary.controller.id}/${apiary.scaleId}`)
    const due = page.getByRole('region', { name: /^After the swarm of/ })
    await due.getByRole('button', { name: 'Done: Look for queen cells' }).click()
    const next = due.getByRole('button', { name: 'Done: Treat against varroa while there is no brood' })
    await expect(next, 'the keyboard goes on with what is next').toBeFocused()
    await due.getByRole('link', { name: 'All of this swarm' }).click()
    await expect(item(page, 'Look for queen cells')).toBeInViewport()
    await expectSound(page, `the page of a hive after a swarm on ${name}`)
    await page.goto('/dashboard')
    await expect(page.locator('main').getByRole('link', { name: 'Linden', exact: true })).toBeVisible()
    await expect(page.getByText('After-swarm?')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/quiet/)
  })
}

test('Today asks what became of a swarm that has just left', async ({ page, serverUrl }) => {
  const apiary = await swarmed(serverUrl, 1)
  await judge(apiary)
  await signInOn(page, apiary.beekeeper)
  await expect(page.getByText('Swarm caught?')).toBeVisible()
  await page.goto(hivePage(apiary))
  await card(page).getByText('Lost', { exact: true }).click()
  await expect.poll(async () => (await course(apiary)).outcome).toBe('lost')
})

test('offline, with the worker: verdict, outcome and completed follow-ups wait, show at once, and are sent once each', async ({
  page,
  device,
  serverUrl,
}) => {
  const apiary = await swarmed(serverUrl, 9)
  await signInForOffline(page, apiary.beekeeper, '/alarms')
  await expect(card(page).getByRole('button', { name: 'It was one' })).toBeVisible()
  await device.setOffline(true)
  await card(page).getByRole('button', { name: 'It was one' }).click()
  await card(page).getByText('Caught', { exact: true }).click()
  await expect(steps(page)).toHaveCount(5)
  await card(page).getByRole('button', { name: 'Done: Look for queen cells' }).click()
  await expect(item(page, 'Look for queen cells')).toContainText('Done on')
  await page.reload()
  await expect(item(page, 'Look for queen cells')).toContainText('Done on')
  await page.goto('/outbox')
  await expect(page.getByText('To do after the swarm, Linden')).toBeVisible()
  await expectSound(page, 'what waits after a swarm')
  await device.setOffline(false)
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 90_000 })
  expect(await course(apiary)).toMatchObject({ isSwarm: true, outcome: 'caught' })
  expect(await states(apiary)).toContain('afterSwarm done')
})
