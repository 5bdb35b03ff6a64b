import type { Page } from '@playwright/test'
import { test } from '../support/browser/administrator-fixture.ts'
import { type Beekeeper, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { readPdf } from '../support/services/read-pdf.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
test.use({ viewport: desktop })

const text = (page: Page) => page.getByLabel('Configuration (YAML)')
const view = (page: Page, name: string) => page.locator('fieldset').getByText(name, { exact: true }).click()

async function openConfig(page: Page, administrator: Beekeeper): Promise<void> {
  await signIn(page, administrator)
  await page.goto('/shop/admin/config')
  await expect(text(page)).toBeVisible()
}

test('an owner changes a price, sees errors at their lines, previews the shop, saves, and restores the old version', async ({
  page,
  administrator,
}) => {
  await openConfig(page, administrator)
  const shipped = await text(page).inputValue()
  await expect(page.getByText('The shop uses this version.')).toBeVisible()
  await expectSound(page)

  await text(page).fill(shipped.replace('price: 390.00', 'prize: 390.00'))
  const line = shipped.split('\n').findIndex((row) => row.includes('390.00')) + 1
  const fault = page.getByRole('button', { name: `Line ${line}: “prize” is not known here. Did you mean “price”?` })
  await expect(fault).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await fault.click()
  await expect(text(page)).toBeFocused()
  await expect(page.getByText(String(line), { exact: true })).toBeInViewport()
  const chosen = await text(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  )
  expect(chosen).toBe('      prize: 390.00')
  await expectSound(page)
  await view(page, 'Preview')
  await expect(page.getByText('The preview appears once the text has no errors.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the text' }).click()

  await text(page).fill(shipped.replace('price: 390.00', 'price: 389.50'))
  await expect(page.getByText('No errors, not saved yet.')).toBeVisible()
  await view(page, 'Preview')
  await expect(page.getByText('CHF 389.50')).toBeVisible()
  await page.getByLabel('Language of the customers').selectOption('French')
  await expect(page.getByRole('heading', { name: 'Émetteur' })).toBeVisible()
  await expect(page.getByText('Switzerland: CHF 14.00, free from CHF 1')).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'Settings' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/shop\/admin\/config/)

  await view(page, 'Text')
  await page.getByLabel('What changes').fill('Cheaper transmitters')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as version 1.')).toBeVisible()
  await expect(page.getByText('The shop uses this version.')).toBeVisible()
  expect(await administrator.api.get('/shop/config')).toMatchObject({
    version: 1,
    products: { controllers: [{ price: 38_950 }] },
  })

  await view(page, 'Versions')
  await expect(page.getByRole('row', { name: /1, in force .* chief@example.ch Cheaper transmitters/ })).toBeVisible()
  await page.getByRole('button', { name: '0', exact: true }).click()
  await expect(page.getByRole('region', { name: 'From version 0 to version 1' })).toBeVisible()
  const difference = page.getByRole('region', { name: 'Changed lines' })
  await expect(difference.getByRole('deletion')).toHaveText('      price: 390.00')
  await expect(difference.getByRole('insertion')).toHaveText('      price: 389.50')
  await expectSound(page)
  await page.getByRole('button', { name: 'Go back to this version' }).click()
  const back = page.getByRole('alertdialog', { name: 'Back to version 0?' })
  await back.getByRole('button', { name: 'Go back to this version' }).click()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
  await expect(text(page)).toHaveValue(shipped)
})

test('what somebody else saved in the meantime is not overwritten; on a phone in dark mode', async ({
  page,
  administrator,
}) => {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await openConfig(page, administrator)
  const shown = await text(page).inputValue()
  await administrator.api.post('/shop/config', { config: `${shown}# by somebody else\n` })
  await text(page).fill(`${shown}# by me\n`)
  await expect(page.getByText('No errors, not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else has saved in the meantime.')
  await expectSound(page)
  await page.getByRole('button', { name: 'Load the newest version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(text(page)).toHaveValue(`${shown}# by somebody else\n`)
  await view(page, 'Versions')
  await expect(page.getByRole('listitem').filter({ hasText: 'in force' })).toBeVisible()
  await expectSound(page)
  for (const [lang, preview, shelf] of [
    ['de', 'Vorschau', 'Zubehör'],
    ['fr', 'Boutique', 'Accessoires'],
    ['es', 'Tienda', 'Accesorios'],
  ] as const) {
    await page.goto(`/shop/admin/config?lang=${lang}`)
    await view(page, preview)
    await expect(page.getByRole('heading', { name: shelf })).toBeVisible()
    await expectSound(page)
  }
})

test('on paper, no line of the text is cut off', async ({ page, administrator }) => {
  await openConfig(page, administrator)
  const lines = (await text(page).inputValue()).split('\n')
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one))
  const printed = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })))
  const letters = (words: string) => words.replaceAll(/\s/g, '')
  expect(letters(printed.text)).toContain(letters(longest))
  expect(printed.pages, 'no sheet has nothing but numbers of lines').toBeLessThanOrEqual(6)
})

test('only administrators see the configuration', async ({ page, serverUrl }) => {
  await signIn(page, await registerBeekeeper(serverUrl))
  await page.goto('/shop/admin/config')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(text(page)).toBeHidden()
})
