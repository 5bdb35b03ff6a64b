import type { Page } from '@playwright/test'
import { test as base } from '../support/browser/administrator-fixture.ts'
import { claimController, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { test as testOnDevice } from '../support/browser/device-fixture.ts'
import { type Look, showIn } from '../support/browser/looks.ts'
import { signIn } from '../support/browser/signed-in-page.ts'
import { expectSound } from '../support/browser/sound.ts'

/** Trials end at once. */
const test = base.extend({
  environment: [({ environment }, use) => use({ ...environment, TRIAL_DAYS: '0' }), { scope: 'worker' }],
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const total = (page: Page) => page.getByRole('region', { name: 'Total' })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const count = (page: Page, product: string) => page.getByRole('region', { name: product }).getByLabel('Number')

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('anna@example.org')
  for (const [field, value] of [
    ['First name', 'Anna'],
    ['Last name', 'Müller'],
    ['Street and number', 'Waldweg 1'],
    ['Postal code', '3000'],
    ['Town', 'Bern'],
  ] as const) {
    await page.getByLabel(field).fill(value)
  }
}

test('a guest orders hardware, step by step, and pays', async ({ page }) => {
  await page.goto('/shop?lang=en')
  await expect(page).toHaveURL(/\/shop\/hardware$/)
  await expect(heading(page, 'Transmitters')).toBeVisible()
  await expect(total(page)).toContainText('CHF 404.00')
  await expect(total(page)).toContainText('of which CHF 14.00 shipping')
  await expect(page.getByText('Shipping costs CHF 14.00 and is added to the total')).toBeVisible()
  await page.getByRole('button', { name: 'More: Temperature sensor' }).click()
  await page.getByRole('button', { name: 'More: Temperature sensor' }).click()
  await page.getByRole('button', { name: 'Fewer: Temperature sensor' }).click()
  await expect(total(page)).toContainText('CHF 449.00')
  await expectSound(page)

  // incomplete steps come first, with a message
  await page.goto('/shop/confirmation')
  await expect(heading(page, 'Address')).toBeVisible()
  await expect(page.getByText('The address is not complete.')).toBeVisible()
  await page.goto('/shop/nowhere')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.goto('/shop/abo')
  await expect(page).toHaveURL(/\/subscriptionShop\/subscription$/)
  await page.goto('/shop/subscription')
  await expect(page).toHaveURL(/\/subscriptionShop\/subscription$/)

  // the cart has survived all that
  await page.goto('/shop/hardware')
  await expect(total(page)).toContainText('CHF 449.00')
  await goOn(page)
  await expect(heading(page, 'Scales')).toBeVisible()
  await expect(page).toHaveTitle('Scales · HiveWatch')
  await expect(page.getByRole('main')).toBeFocused()
  await count(page, 'Hive scale for Swiss hives').fill('2')
  await page.getByRole('button', { name: 'Add a plate' }).click()
  await page.getByLabel('Width').fill('900')
  await goOn(page)
  await expect(page.getByText('We make 300 to 800 mm.')).toBeVisible()
  await expect(heading(page, 'Scales')).toBeVisible()
  await page.getByLabel('Width').fill('450')
  await expect(page.getByText('it takes 3 to 4 weeks')).toBeVisible()
  await expect(total(page)).toContainText(/1.355\.00/)
  await expectSound(page)
  await goOn(page)
  await expect(heading(page, 'Subscription')).toBeVisible()
  await expect(page.getByText('CHF 96.00 for each transmitter')).toBeVisible()
  await page.getByRole('button', { name: 'More: Subscription' }).click()
  await page.getByRole('radio', { name: 'Subscription for 1 year' }).check()
  await expect(total(page)).toContainText(/1.451\.00/)
  await expectSound(page)
  await page.goBack()
  await expect(heading(page, 'Scales')).toBeVisible()
  await expect(page.getByLabel('Width')).toHaveValue('450')
  await page.goForward()
  await expect(page.getByRole('radio', { name: 'Subscription for 1 year' })).toBeChecked()
  await goOn(page)

  await expect(heading(page, 'Address')).toBeVisible()
  await fillAddress(page)
  await page.getByLabel('Town').fill('')
  await expect(page.getByLabel('Country').getByRole('option')).toHaveText(['Switzerland'])
  await goOn(page)
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Town').fill('Bern')
  await page.getByLabel('Comment').fill('Please ring twice.')
  await page.reload()
  await expect(page.getByLabel('Town')).toHaveValue('Bern')
  await goOn(page)

  await expect(heading(page, 'Payment')).toBeVisible()
  await goOn(page)
  await expect(page.getByText('Choose how you want to pay.')).toBeVisible()
  await page.getByRole('radio', { name: 'TWINT' }).check()
  await page.getByLabel('Promo code').fill('HONEY')
  await page.getByLabel('Promo code').press('Enter')
  await expect(page.getByText('This promo code is not valid')).toBeVisible()
  await expect(total(page)).toContainText(/1.451\.00/)
  await expectSound(page)
  await goOn(page)

  await expect(heading(page, 'Review')).toBeVisible()
  await expect(page.getByText('Anna Müller')).toBeVisible()
  await expect(page.getByText('450 × 300 mm').first()).toBeVisible()
  const order = page.getByRole('button', { name: 'Order with obligation to pay' })
  await order.click()
  await expect(page.getByText('The order needs your consent.')).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept the terms of sale/ }).check()
  await expectSound(page)
  await order.click()

  await page.waitForURL(/testPayment/)
  await page.goBack()
  await expect(page.getByText(/You have ordered this: order/)).toBeVisible()
  await page.goForward()
  await page.locator('button[value="twint"]').click()
  await expect(heading(page, 'Order')).toBeVisible()
  await expect(page.getByText('Thank you: the order is paid')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(total(page)).toContainText('CHF 404.00')
})

test('on a small phone, the bar with the total hides nothing that has the focus, and stays whole with spaced letters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/shop/address?lang=de')
  await page.getByLabel('Land').focus()
  await page.keyboard.press('Tab')
  const remark = page.getByLabel('Bemerkung')
  await expect(remark).toBeFocused()
  await expect(remark).toBeInViewport()
  const [field, bar] = [(await remark.boundingBox())!, (await total(page).boundingBox())!]
  expect(bar.y, 'at least its first lines are above the bar').toBeGreaterThan(field.y + 40)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' })
  const lines = await total(page)
    .getByText('CHF 404.00')
    .first()
    .evaluate((amount) => {
      const range = document.createRange()
      range.selectNodeContents(amount)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  expect(lines).toBe(1)
})

test('two tabs share one cart', async ({ context, page }) => {
  await page.goto('/shop/hardware?lang=en')
  const other = await context.newPage()
  await other.goto('/shop/hardware')
  await page.getByRole('button', { name: 'More: Solar panel' }).click()
  await expect(count(other, 'Solar panel')).toHaveValue('1')
  await expect(total(other)).toContainText('CHF 493.00')
  await other.getByRole('button', { name: 'Fewer: Solar panel' }).click()
  await expect(count(page, 'Solar panel')).toHaveValue('0')
  await expect(total(page)).toContainText('CHF 404.00')
})

test('the subscription of a transmitter is renewed once it is paid, even after a failed payment', async ({
  page,
  serverUrl,
}) => {
  const beekeeper = await registerBeekeeper(serverUrl)
  const { id } = await claimController(beekeeper, 'Obstgarten')
  await claimController(beekeeper, 'Waldrand')
  await signIn(page, beekeeper)
  await page.goto(`/settings/controllers/${id}?part=subscription`)
  await page.getByRole('link', { name: 'Renew in the shop' }).click()
  await expect(heading(page, 'Subscription')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Obstgarten' })).toBeChecked()
  await expect(total(page)).toContainText('CHF 180.00')
  await expectSound(page)
  await goOn(page)
  await expect(heading(page, 'Address')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(beekeeper.email)
  await expect(page.getByLabel('Town')).toHaveValue('Bern')
  await page.getByLabel('Country').selectOption('Austria')
  await goOn(page)
  await page.getByRole('radio', { name: 'Card' }).check()
  await goOn(page)
  await expect(heading(page, 'Review')).toBeVisible()
  await expect(page.getByText('Obstgarten')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await page.waitForURL(/testPayment/)
  await page.locator('button[value="giveUp"]').click()
  await expect(page.getByText('Nothing was paid yet')).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/testPayment/)
  await page.locator('button[value="fail"]').click()
  await expect(page.getByText('The transaction failed')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/testPayment/)
  await page.locator('button[value="card"]').click()
  await expect(page.getByText('Thank you: the order is paid')).toBeVisible()
  const own = () => beekeeper.api.get<{ id: number; subscriptionState: string }[]>('/controller')
  await expect.poll(async () => (await own()).find((one) => one.id === id)?.subscriptionState).toBe('active')

  // what another person on this device must not see
  await page.goto('/logout')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.getByRole('link', { name: 'To the shop' }).click()
  await page.goto('/shop/address')
  await expect(page.getByLabel('E-mail address')).toHaveValue('')
})

const filled = {
  schema: 5,
  mode: 'hardware+digital',
  nofSubscriptions: 1,
  nofControllers: 1,
  scales: { 'scale-swiss': 1, 'no-longer-sold': 2 },
  customPlates: [{ product: 'scale-custom', widthMm: 450, depthMm: 520, count: 1 }],
  address: {
    email: 'anna@example.org',
    firstname: 'Anna',
    lastname: 'Müller',
    street: 'Waldweg 1',
    zip: '3000',
    city: 'Bern',
  },
  paymentMethod: 'prepayment',
}
const steps = ['hardware', 'scales', 'subscriptions', 'address', 'payment', 'confirmation']
const looks: Look[] = [
  { variant: 'hivewatch', colorScheme: 'dark', viewport: { width: 1280, height: 740 }, locale: 'de' },
  { variant: 'biovet', colorScheme: 'light', viewport: { width: 1280, height: 740 }, locale: 'fr' },
  { variant: 'biovet', colorScheme: 'dark', viewport: { width: 360, height: 740 }, locale: 'es' },
]

test('the cart of an older app version is shown correctly in other languages', async ({ page }) => {
  await page.addInitScript((cart) => {
    if (!localStorage.getItem('hivewatch.cart')) localStorage.setItem('hivewatch.cart', cart)
  }, JSON.stringify(filled))
  await page.goto('/shop')
  for (const step of steps) {
    await page.goto(`/shop/${step}`)
    await expect(page).toHaveURL(new RegExp(`/shop/${step}$`))
    for (const look of looks) {
      await showIn(page, look)
      await expect(page.getByText(/1.?200[.,]00/).last()).toBeVisible()
      await expectSound(page, `${step}-${look.locale}`)
    }
  }
})

test.describe('with the worker', () => {
  testOnDevice('offline, the last total stays, and nothing can be ordered', async ({ page, context }) => {
    await page.goto('/shop/hardware?lang=en')
    await expect(total(page)).toContainText('CHF 404.00')
    await context.setOffline(true)
    await expect(total(page)).toContainText('No network: this is the last total we know.')
    await page.getByRole('button', { name: 'More: Solar panel' }).click()
    await expect(total(page)).toContainText('CHF 404.00')
    await context.setOffline(false)
    await expect(total(page)).toContainText('CHF 493.00')
  })
})

test('plates can be picked up where the shop offers it, and a promo code reduces the total', async ({
  page,
  administrator,
}) => {
  const { config } = await administrator.api.get<{ config: string }>('/shop/configAdmin')
  await administrator.api.post('/shop/config', {
    config: config
      .replace('platePickup: []', 'platePickup:\n  - { key: thun, name: Honighaus, zip: "3600", city: Thun }')
      .replace('promoCodes: []', 'promoCodes:\n  - { code: SPRING26, percent: 10 }'),
  })
  await page.addInitScript((cart) => {
    if (!localStorage.getItem('hivewatch.cart')) localStorage.setItem('hivewatch.cart', cart)
  }, JSON.stringify(filled))
  await page.goto('/shop/scales?lang=en')
  await expect(page.getByText('Something in your cart is no longer offered and was taken out.')).toBeVisible()
  await page.getByRole('radio', { name: 'I pick them up: Honighaus, Thun' }).check()
  await expectSound(page)
  await page.goto('/shop/payment')
  await page.getByLabel('Promo code').fill('spring26')
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText('Promo code spring26 is redeemed')).toBeVisible()
  await expect(total(page)).toContainText(/1.080\.00/)
  await goOn(page)
  await expect(page.getByText('Honighaus, Thun')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(total(page)).toContainText(/1.200\.00/)
})

test('a customer sees which prices changed while shopping, and accepts them before ordering', async ({
  page,
  administrator,
}) => {
  const { config } = await administrator.api.get<{ config: string }>('/shop/configAdmin')
  const change = (from: string, to: string) =>
    administrator.api.post('/shop/config', { config: config.replace(from, to) })
  await page.addInitScript((cart) => {
    if (!localStorage.getItem('hivewatch.cart')) localStorage.setItem('hivewatch.cart', cart)
  }, JSON.stringify(filled))
  await page.goto('/shop/confirmation?lang=en')
  await expect(total(page)).toContainText(/1.200\.00/)

  await change('price: 390.00', 'price: 410.00')
  await page.getByRole('checkbox', { name: /I accept the terms of sale/ }).check()
  const order = page.getByRole('button', { name: 'Order with obligation to pay' })
  await order.click()
  await expect(page.getByText('Prices have changed while you were shopping')).toBeVisible()
  await expect(page.getByText('Transmitter: CHF 410.00 instead of CHF 390.00')).toBeVisible()
  await expect(order).toBeDisabled()
  await page.reload()
  await expect(page.getByText('Transmitter: CHF 410.00 instead of CHF 390.00')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Accept the new prices' }).click()
  await page.getByRole('checkbox', { name: /I accept the terms of sale/ }).check()
  await order.click()
  await expect(page.getByText('Thank you for your order')).toBeVisible()
  await expect(page.getByText(/1.220\.00/).first()).toBeVisible()
  await expectSound(page)

  await change('enabled: true', 'enabled: false')
  await page.goto('/shop')
  await expect(page.getByText('The shop is closed')).toBeVisible()
  await expectSound(page)
})
