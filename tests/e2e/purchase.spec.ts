import type { Page } from '@playwright/test'
import { defaultShopYaml } from '../../server/shop/shop-config/default-shop-config.ts'
import { test as base } from '../support/browser/administrator-fixture.ts'
import { type Beekeeper, claimController, expect, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { signIn, signInOn } from '../support/browser/signed-in-page.ts'
import type { ReceivedMail } from '../support/services/mail-server.ts'
import { pdfIn, wordsOf } from '../support/services/read-mail.ts'
import { readPdf } from '../support/services/read-pdf.ts'
import { type StripeService, startStripeService } from '../support/services/stripe-service.ts'

type Shop = { url: string; mails: ReceivedMail[]; administrator: Beekeeper }

/** A server whose trials end at once, with a mailbox and the stand-in for Stripe. */
const test = base.extend<object, { stripe: StripeService; shop: Shop }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const stripe = await startStripeService()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ environment, stripe, mailbox }, use) =>
      use({ ...environment, ...stripe.environment, TRIAL_DAYS: '0', SMTP_URL: mailbox.url }),
    { scope: 'worker' },
  ],
  shop: [
    async ({ serverUrl: url, administrator, stripe, mailbox }, use) => {
      stripe.state.webhookUrl = `${url}/api/shop/webhook/stripe`
      // the payee shipped with the product is an example; a real one must be set before payment by bill is offered
      await administrator.api.post('/shop/config', {
        config: defaultShopYaml.replace('CH93 0076 2011 6238 5295 7', 'CH58 0079 1123 0008 8901 2'),
      })
      await use({ url, mails: mailbox.received, administrator })
    },
    { scope: 'worker' },
  ],
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** A step has opened, and is at its beginning: before, what is to be pressed would move away under the pointer. */
async function expectStep(page: Page, name: string): Promise<void> {
  await expect(heading(page, name)).toBeVisible()
  await page.waitForFunction(() => scrollY === 0)
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const region = (page: Page, name: string) => page.getByRole('region', { name })

async function orderBy(page: Page, method: string): Promise<void> {
  await expectStep(page, 'Address')
  await expect(page.getByLabel('Town')).toHaveValue('Bern')
  await goOn(page)
  await expectStep(page, 'Payment')
  await page.getByRole('radio', { name: method }).check()
  await goOn(page)
  await expectStep(page, 'Review')
  await page.getByRole('checkbox', { name: /I accept the terms of sale/ }).check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
}

/** The first mail to this address with this subject. */
async function mailTo(mails: ReceivedMail[], to: string, subject: RegExp): Promise<ReceivedMail> {
  const find = () => mails.find((mail) => mail.to.includes(to) && subject.test(mail.raw))
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  return find()!
}

test('hardware is bought by TWINT and a subscription by prepayment, from the cart to the renewed transmitter', async ({
  page,
  browser,
  shop,
}) => {
  test.slow()
  const customer = await registerBeekeeper(shop.url)
  const controller = await claimController(customer, 'Obstgarten')
  await signInOn(page, customer)

  await page.goto('/shop')
  await expectStep(page, 'Transmitters')
  await goOn(page)
  await expectStep(page, 'Scales')
  await goOn(page)
  await expectStep(page, 'Subscription')
  await goOn(page)
  await orderBy(page, 'TWINT')
  await page.getByRole('button', { name: 'Pay with TWINT' }).click()
  await expect(page.getByText('Thank you: the order is paid')).toBeVisible()
  const hardwareKey = new URL(page.url()).searchParams.get('order') ?? ''

  await page.goto('/subscriptionShop')
  await expectStep(page, 'Subscription')
  await page.getByRole('radio', { name: /order keys/i }).check()
  await goOn(page)
  await orderBy(page, 'Prepayment')
  await expect(page.getByText('Thank you for your order')).toBeVisible()
  const key = new URL(page.url()).searchParams.get('order') ?? ''

  const confirmation = await mailTo(shop.mails, customer.email, new RegExp(`We have your order ${key}`))
  const { codes } = await readPdf(pdfIn(confirmation))
  const lines = codes[0]?.split('\n') ?? []
  expect([lines[18], lines[19], lines[27], lines[28]?.slice(4), lines[29]]).toEqual([
    ...['180.00', 'CHF', 'SCOR', key.replaceAll('-', ''), `Order ${key}`],
  ])

  const office = await browser.newPage({ baseURL: shop.url, viewport: { width: 1280, height: 800 } })
  await signIn(office, shop.administrator)
  await office.goto(`/shop/admin?q=${key}`)
  await office.getByRole('link', { name: 'Anna Muster' }).click()
  await office.getByRole('button', { name: 'Record the payment' }).click()
  await office.getByRole('alertdialog').getByRole('button', { name: 'Record the payment' }).click()
  await expect(region(office, 'What happened')).toContainText('Paid in full')

  const codesMail = await mailTo(shop.mails, customer.email, new RegExp(`Your order keys for order ${key}`))
  const code = /\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}(?= \(2 years\))/.exec(wordsOf(codesMail))?.[0] ?? ''
  await page.goto(`/settings/controllers/${controller.id}?part=subscription`)
  await expect(region(page, 'Subscription')).toContainText('Ended')
  await page.getByLabel('Order key').fill(code)
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(region(page, 'Subscription')).toContainText('Active')

  await office.goto(`/shop/admin?q=${hardwareKey}`)
  await office.getByRole('link', { name: 'Anna Muster' }).click()
  await expect(region(office, 'Payments')).toContainText('TWINT, Stripe')
  await office.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(office.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await office.close()
  await page.goto(`/shop/completion?order=${hardwareKey}`)
  await expect(page.getByText('Thank you: the order is paid')).toBeVisible()
})
