import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { sameOrigin } from '../../platform/http/same-origin.ts'
import { withoutSession } from '../../platform/http/schemas/answers.ts'
import { payTest, type TestCheckout, TestWay, testCheckout } from '../orders/checkout/pay-test.ts'
import { TEST_PAGE_POLICY, testPaymentPage } from './test-payment-page.ts'

const describePage = describeRoute({
  tags: ['shop'],
  summary: 'A page that simulates a payment, only on test servers',
  responses: { 200: { description: 'The page', content: { 'text/html': {} } } },
})
const describeChoice = describeRoute({
  tags: ['shop'],
  summary: 'The customer’s choice on that page',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', required: ['way'], properties: { way: { type: 'string' } } },
      },
    },
  },
  responses: { 303: { description: 'Back to the shop' } },
})

/** The page of the test provider, which can produce every outcome of a real one. It exists only with that provider. */
export function testPaymentRoutes(deps: Deps) {
  async function checkoutOf(c: Context<Env>): Promise<TestCheckout> {
    const found = deps.payment.provider === 'test' ? await testCheckout(deps, c.req.param('id') ?? '') : undefined
    if (!found) throw new AppError(404, 'not_found')
    return found
  }

  return new Hono<Env>()
    .get('/shop/testPayment/:id', describePage, withoutSession, async (c) => {
      const { checkout, order } = await checkoutOf(c)
      c.header('Content-Security-Policy', TEST_PAGE_POLICY)
      return c.html(testPaymentPage({ checkout, order }, deps.clock.now()))
    })
    .post('/shop/testPayment/:id', describeChoice, withoutSession, sameOrigin, async (c) => {
      const found = await checkoutOf(c)
      const form = await c.req.parseBody()
      const way = v.safeParse(TestWay, form.way)
      if (!way.success) throw new AppError(400, 'invalid_body')
      return c.redirect(await payTest(deps, found, way.output), 303)
    })
}
