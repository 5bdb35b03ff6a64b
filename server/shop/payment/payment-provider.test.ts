import { afterEach, beforeEach, expect, it } from 'vitest'
import { digitalCart, order } from '../../../tests/support/samples/order-cart.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { PaymentCallForged } from '../../platform/adapters/payment.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const call = () => app.nobody.post('/shop/webhook/stripe', { type: 'checkout.session.completed' })
/** Makes Stripe the provider from now on, with this reader of its calls. */
const withStripe = (readCall: (body: string, signature: string) => undefined) =>
  Object.assign(app.deps.payment, { provider: 'stripe', readCall })
const testPage = async () => {
  const { body } = await order(app.nobody, digitalCart)
  return new URL(body.paymentUrl).pathname.replace('/api', '')
}

it('the test payment page exists when it is the provider, and accepts no call from Stripe', async () => {
  const page = await testPage()
  const shown = await app.nobody.get(page)
  expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, expect.any(String)])
  expect(await call()).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

it('the test payment page is gone when Stripe is the provider: nobody pays an order there', async () => {
  const page = await testPage()
  withStripe(() => undefined)
  expect(await app.nobody.get(page)).toMatchObject({ status: 404 })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await app.request('POST', page, { body: 'way=card', headers })).toMatchObject({ status: 404 })
  expect(await app.db.selectFrom('order_payment').select('id').execute()).toEqual([])
})

it('a notice from Stripe that concerns nothing here is accepted, so that it is not repeated', async () => {
  const signatures: string[] = []
  withStripe((_, signature) => void signatures.push(signature))
  expect(await call()).toMatchObject({ status: 200, body: { received: true } })
  expect(signatures).toEqual([''])
})

it('a forged call is refused', async () => {
  withStripe(() => {
    throw new PaymentCallForged('not signed')
  })
  expect(await call()).toMatchObject({ status: 400, body: { code: 'signature_wrong' } })
})

it('an error of our own is not blamed on Stripe: it repeats the call later', async () => {
  withStripe(() => {
    throw new TypeError('a fault of our own')
  })
  expect((await call()).status).toBe(500)
})
