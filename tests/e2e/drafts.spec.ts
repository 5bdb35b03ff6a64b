import type { Page } from '@playwright/test'
import { claimController, expect, registerBeekeeper, sendReadings, test } from '../support/browser/app-fixture.ts'
import { keptTexts } from '../support/browser/kept-texts.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

/** A beekeeper with one hive, Linden, that was just weighed. */
async function orchard(serverUrl: string) {
  const beekeeper = await registerBeekeeper(serverUrl)
  const controller = await claimController(beekeeper, 'Orchard')
  const body = { controllerId: controller.id, channelId: 1, name: 'Linden', type: 'weight' }
  const { id } = await beekeeper.api.post<{ id: number }>('/scale', body)
  await sendReadings(serverUrl, controller, [{ time: new Date().toISOString(), channel: 1, weight: 41.5 }])
  return { beekeeper, address: `/scaleoverview/${controller.id}/${id}` }
}

const words = (page: Page) => page.getByRole('textbox', { name: /What did you just do/ })
const draft = (page: Page) => page.getByText(/^Your draft of/)
const form = (page: Page) => page.getByRole('dialog', { name: 'Add intervention' })

/** Waits for the pause in typing after which a draft is stored. */
const isKept = (page: Page, text: string) => expect.poll(() => keptTexts(page)).toContain(text)

/** Waits until a draft is removed; a reload before that would bring it back. */
const isGone = (page: Page, text: string) => expect.poll(() => keptTexts(page)).not.toContain(text)

test('an unfinished note survives a reload and a change of screen, in the text field and in the sheet', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper, address } = await orchard(serverUrl)
  await signIn(page, beekeeper)
  await page.goto(address)

  await test.step('in the text field, until it is saved or discarded', async () => {
    await words(page).fill('half a thou')
    await page.getByRole('link', { name: 'Alarms' }).click()
    await page.goBack()
    await expect(words(page)).toHaveValue('half a thou')
    await isKept(page, 'half a thou')
    await page.reload()
    await expect(words(page)).toHaveValue('half a thou')
    await expect(draft(page)).toBeVisible()
    await expectSound(page, 'hive-draft')

    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(words(page)).toHaveValue('')
    await isGone(page, 'half a thou')
    await page.reload()
    await expect(words(page)).toBeVisible()
    await expect(words(page)).toHaveValue('')

    await words(page).fill('fed 5 kg')
    await isKept(page, 'fed 5 kg')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Diary' }).getByText('fed 5 kg')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Diary' }).getByText('fed 5 kg')).toBeVisible()
    await expect(words(page)).toHaveValue('')
    await expect(draft(page)).toHaveCount(0)
  })

  await test.step('in the sheet, closed by Escape, by its button or by a reload', async () => {
    const open = () => page.getByRole('button', { name: 'Note', exact: true }).click()
    await open()
    await form(page).getByLabel('What was done').selectOption('Queen')
    await form(page).getByLabel('Notes').fill('marked blue')
    await page.keyboard.press('Escape')
    await expect(form(page)).toBeHidden()

    await open()
    await expect(form(page).getByLabel('Notes')).toHaveValue('marked blue')
    await expect(draft(page)).toBeVisible()
    await expectSound(page, 'note-draft')
    await form(page).getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await open()
    await expect(form(page).getByLabel('Notes')).toHaveValue('marked blue')
    await expect(form(page).getByLabel('What was done')).toHaveValue('queen')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Diary' }).getByText('marked blue')).toBeVisible()
    await open()
    await expect(form(page).getByLabel('Notes')).toHaveValue('')
    await expect(draft(page)).toHaveCount(0)
  })
})

test('half-typed settings are restored, passwords are not, and signing out deletes the drafts', async ({
  page,
  serverUrl,
}) => {
  const { beekeeper } = await orchard(serverUrl)
  await signIn(page, beekeeper)
  await page.goto('/settings/profile')
  const street = page.getByLabel('Street')
  await street.fill('Lindenweg 7')
  await isKept(page, 'Lindenweg 7')
  await page.reload()
  await expect(street).toHaveValue('Lindenweg 7')
  await expect(draft(page)).toBeVisible()
  await expectSound(page, 'settings-draft')

  await page.goto('/settings/account')
  const current = page.getByLabel('Current password', { exact: true })
  await current.fill('bienenstand')
  await page.goto('/settings/profile')
  await expect(street).toHaveValue('Lindenweg 7')
  expect(await keptTexts(page)).not.toContain('bienenstand')

  await page.goto('/logout')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signIn(page, beekeeper)
  await page.goto('/settings/profile')
  await expect(street).toHaveValue('Waldweg 1')
  await expect(draft(page)).toHaveCount(0)
})
