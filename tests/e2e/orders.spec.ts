import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ApiClient } from '../../server/demo/api-client.ts'
import { test } from '../support/browser/administrator-fixture.ts'
import { expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'
import { readPdf } from '../support/services/read-pdf.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
const anna = {
  firstname: 'Anna',
  lastname: 'Müller',
  company: '',
  email: 'anna@example.org',
  street: 'Gasse 1',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
}

test.use({ viewport: desktop })

/** An order by prepayment, as the shop places it: a transmitter and one subscription. */
async function order(url: string, address: Partial<typeof anna> = {}): Promise<{ key: string; total: number }> {
  return new ApiClient(url).post('/shop/order', {
    mode: 'hardware+digital',
    nofControllers: 1,
    nofSubscriptions: 1,
    paymentMethod: 'prepayment',
    address: { ...anna, ...address },
  })
}

const francs = (rappen: number) => `CHF ${(rappen / 100).toFixed(2)}`
const action = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const happened = (page: Page) => page.getByRole('region', { name: 'What happened' })

test('somebody who is not an administrator is told so, and can sign in as one', async ({
  page,
  serverUrl,
  administrator,
}) => {
  const visitor = await registerBeekeeper(serverUrl)
  await page.goto('/shop/admin?lang=en')
  await expect(page).toHaveURL(/\/\?from=%2Fshop%2Fadmin/)
  await expect(page.getByText('That page is for people who are signed in')).toBeVisible()
  await expectSound(page)
  await signIn(page, visitor)
  await page.goto('/shop/admin')
  await expect(page.getByText('Not allowed')).toBeVisible()
  await page.goto('/logout')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.goto('/shop/admin')
  await expect(page).toHaveURL(/\?from=/)
  await page.getByLabel('E-mail address').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/shop\/admin$/)
  await expect(page.getByRole('link', { name: 'Accounting' })).toBeVisible()
})

test('an administrator finds an order, marks it as paid, released and completed, and sees what happened', async ({
  page,
  serverUrl,
  administrator,
}) => {
  const { key, total } = await order(serverUrl)
  await order(serverUrl, { lastname: 'Keller', company: 'Imkerei Keller', email: 'keller@example.org' })
  await signIn(page, administrator)
  await page.goto('/shop/admin')
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: /Anna Müller|Imkerei Keller/ })
  await expect(rows).toHaveCount(2)
  await expectSound(page)
  await page.getByLabel('Search').fill('keller')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/q=keller/)
  await page.getByLabel('Search').fill(key.slice(0, 9))
  await expect(rows).toHaveText(['Anna Müller'])
  await expect(page.getByText('Still due').locator('..')).toContainText(francs(total))
  await page.getByLabel('Payment').selectOption('Paid')
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByLabel('Payment').selectOption('Not paid in full')
  await rows.click()

  await expect(page.getByRole('heading', { name: `Order ${key}` })).toBeVisible()
  await expect(page).toHaveTitle(`Order ${key} · HiveWatch`)
  await expect(happened(page)).toContainText('Ordered')
  await expectSound(page)
  await action(page, 'Discount')
  await page.getByRole('textbox', { name: 'Discount' }).fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(happened(page)).toContainText('Discount by hand: CHF 0.00 → CHF 10.00')
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByText(`Record ${francs(total - 1000)} as received?`)).toBeVisible()
  await expectSound(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record the payment' }).click()
  await expect(happened(page)).toContainText('Paid in full')
  await expect(happened(page)).toContainText('Subscriptions activated')
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('By hand')

  await page.goto('/a')
  await expect(page).toHaveURL(/\/a\/fleet$/)
  await expect(page.getByRole('link', { name: /orders? needs? your attention/ })).toBeVisible()
  await page.getByRole('link', { name: 'One order is paid and still open' }).click()
  await expect(rows).toHaveText(['Anna Müller'])
  await rows.click()

  await page.getByRole('button', { name: 'Release for making' }).first().click()
  await expect(page.getByText('The configuration names nobody')).toBeVisible()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Released' })).toBeChecked()
  await page.getByRole('switch', { name: 'Transmitter shipped' }).click()
  await expect(happened(page)).toContainText('Transmitter shipped: yes')
  await action(page, 'Send the invoice')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  // this installation has no mail server: nothing is marked as sent, and the order says why
  await expect(page.getByRole('alertdialog')).toContainText('sends no e-mail')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('switch', { name: 'Invoice sent' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Confirmation sent' })).not.toBeChecked()
  const failed = page.getByRole('alert').filter({ hasText: 'Order confirmation did not reach anna@example.org' })
  await expect(failed).toContainText('no mail server')
  await failed.getByRole('button', { name: 'Taken care of another way' }).click()
  await expect(failed).toHaveCount(0)
  const focused = page.locator(':focus')
  await expect(focused, 'the keyboard goes on at the actions').toContainText('Complete')

  const invoice = await page.request.get((await page.getByRole('link', { name: 'Invoice' }).getAttribute('href')) ?? '')
  const paper = await readPdf(new Uint8Array(await invoice.body()))
  expect(paper.text).toContain('Diese Rechnung ist bezahlt.')
  expect(paper.codes).toEqual([])

  const saved = page.getByText('Order saved.')
  await expect(saved).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(focused).toContainText('Reopen')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await saved.count(), 'one message is enough').toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
  await expect(happened(page)).toContainText('Reopened')
  await page.setViewportSize(phone)
  await expectSound(page)
})

test('a change that cannot be saved is reverted and says why; a canceled order can be reopened', async ({
  page,
  serverUrl,
  administrator,
}) => {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  const { key, total } = await order(serverUrl, { firstname: 'Rita', email: 'rita@example.org' })
  await signIn(page, administrator)
  await page.goto(`/shop/admin?q=${key}`)
  await expectSound(page)
  await page.getByRole('link', { name: 'Rita Müller' }).click()
  await expect(page.getByRole('heading', { name: `Order ${key}` })).toBeVisible()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const { updatedAt } = await administrator.api.get<{ updatedAt: string }>(`/shop/orders/${id}`)
  await administrator.api.post(`/shop/orders/${id}`, { updatedAt, comment: 'Ruft an' })

  // not `check`, since the switch may flip back before the state is read
  await page.getByRole('switch', { name: 'Offer sent' }).click()
  await expect(
    page.getByText('The order was not saved: Somebody has changed this order in the meantime.'),
  ).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Offer sent' })).not.toBeChecked()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Ruft an')

  await page.getByRole('button', { name: 'Correct' }).click()
  await page.getByLabel('Last name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is needed.')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Last name').fill('Meier')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(happened(page)).toContainText('Last name: Müller → Meier')

  await action(page, 'Other payment')
  await page.getByRole('textbox', { name: 'Amount' }).fill('25')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Partly paid')).toBeVisible()
  await action(page, 'Cancel the order')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('This order is canceled, but CHF 25.00 came in for it')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()

  const bill = await page.request.get(`/api/shop/orders/${id}/document/advance`)
  const { codes } = await readPdf(new Uint8Array(await bill.body()))
  expect(codes[0]?.split('\n')[18]).toBe(((total - 2500) / 100).toFixed(2))
})

test('totals of years stand side by side, however large they are', async ({ page, administrator }) => {
  await page.route('**/api/shop/orders?*', async (route) => {
    const answer = await route.fetch()
    const totals = { count: 12_001, total: 116_858_400, paid: 74_308_400, due: 21_001_400 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), totals } })
  })
  await signIn(page, administrator)
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await page.goto('/shop/admin')
    const figures = page.getByText(/^CHF\s(1.168.584|743.084|210.014)\.00$/)
    await expect(figures).toHaveCount(3)
    const boxes = await Promise.all((await figures.all()).map(async (one) => (await one.boundingBox())!))
    for (const [i, { x, y, width }] of boxes.entries()) {
      expect(x + width).toBeLessThanOrEqual(size.width)
      for (const other of boxes.slice(i + 1)) if (other.y === y) expect(other.x).toBeGreaterThan(x + width)
    }
    await expectSound(page)
  }
})

test('on a phone, an order is no wider than the screen, however long the address is to which a mail did not get', async ({
  page,
  serverUrl,
  administrator,
}) => {
  const email = `kasse.${'bienenzuechterverein'.repeat(2)}@imkerverband.example`
  const { key } = await order(serverUrl, { email })
  await page.setViewportSize(phone)
  await signIn(page, administrator)
  const { items } = await administrator.api.get<{ items: { id: number }[] }>(`/shop/orders?q=${key}`)
  await page.goto(`/shop/admin/orders/${items[0]?.id}`)
  await expect(page.getByRole('alert')).toContainText(email)
  await expectSound(page)
})

test('the accounting shows a quarter, and its payments can be downloaded as a table', async ({
  page,
  serverUrl,
  administrator,
}) => {
  const { key, total } = await order(serverUrl, { lastname: 'Zwahlen' })
  const { items } = await administrator.api.get<{ items: { id: number }[] }>(`/shop/orders?q=${key}`)
  await administrator.api.post(`/shop/orders/${items[0]?.id}/activatePrepay`, {})
  await signIn(page, administrator)
  await page.goto('/shop/admin/accounting')
  await expect(page.getByRole('table', { name: 'VAT report' })).toContainText('8.1%')
  await expectSound(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Payments (CSV)' }).click()
  const file = await (await downloaded).path()
  const row = readFileSync(file, 'utf8')
    .split('\r\n')
    .find((line) => line.includes(key))
  expect(row).toContain(`,prepayment,hand,CHF,8.1,${total / 100},`)
  await page.getByLabel('Year').selectOption('2016')
  await expect(page.getByText('Nothing was received in this quarter')).toBeVisible()
  await page.setViewportSize(phone)
  await expectSound(page)
})
