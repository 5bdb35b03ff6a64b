import { ApiClient } from '../../server/demo/api-client.ts'
import { expect, test } from '../support/browser/app-fixture.ts'
import { axeFaults } from '../support/browser/sound.ts'
import { digitalCart } from '../support/samples/order-cart.ts'

type Placed = { key: string; paymentUrl: string }
type Status = { state: string; payment: string }

test('the page for test payments is accessible, and an order paid there is completed', async ({ page, serverUrl }) => {
  const api = new ApiClient(serverUrl)
  const { key, paymentUrl } = await api.post<Placed>('/shop/order', digitalCart, { 'accept-language': 'en' })
  const status = () => api.get<Status>(`/shop/order/${key}`)

  await page.goto(paymentUrl)
  await expect(page.getByRole('heading', { name: 'Test payment to HiveWatch' })).toBeVisible()
  await expect(page.getByText('CHF 180.00')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFaults(page)).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)

  await page.getByRole('button', { name: 'Pay by TWINT' }).click()
  await expect(page).toHaveURL(/\/subscriptionShop\/completion\?/)
  await expect.poll(status).toMatchObject({ state: 'completed', payment: 'paid' })

  await page.goto(paymentUrl)
  await expect(page.getByRole('status')).toHaveText('This is already paid.')
})
