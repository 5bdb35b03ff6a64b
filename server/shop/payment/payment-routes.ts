import { Hono } from 'hono'
import * as v from 'valibot'
import type { Deps } from '../../deps.ts'
import { PaymentCallForged, PaymentUnavailable } from '../../platform/adapters/payment.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { limitBody } from '../../platform/http/limits/limit-body.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { sameOrigin } from '../../platform/http/same-origin.ts'
import { answers, withoutSession } from '../../platform/http/schemas/answers.ts'
import { recordPayment } from '../orders/record-payment.ts'
import { testPaymentRoutes } from './test-payment-routes.ts'

const CALL_MAXIMUM_BYTES = 256 * 1024
const FORGED_PER_HOUR = 600

/** The calls of payment providers, and the test page for customers. They are not our own JSON API, so they are mounted before the rule for it. */
export function paymentRoutes(deps: Deps) {
  const { payment, logger } = deps
  const forged = createRateLimit(FORGED_PER_HOUR, 3600)
  return new Hono<Env>()
    .post(
      '/shop/webhook/stripe',
      answers('shop', 'Receives Stripe’s signed payment events', v.object({ received: v.boolean() })),
      withoutSession,
      sameOrigin,
      limitBody(CALL_MAXIMUM_BYTES),
      async (c) => {
        if (payment.provider !== 'stripe') throw new AppError(404, 'not_found')
        const address = clientAddress(c, deps.config)
        await forged.consume(address)
        const notice = readCall(await c.req.text(), c.req.header('stripe-signature') ?? '')
        await forged.giveBack(address)
        if (notice && (await recordPayment(deps, 'stripe', notice)) === 'unknown') {
          logger.warn({ checkout: notice.checkoutId }, 'a payment is for an unknown order')
        }
        return c.json({ received: true })
      },
    )
    .route('/', testPaymentRoutes(deps))

  function readCall(body: string, signature: string) {
    try {
      return payment.readCall(body, signature)
    } catch (error) {
      if (error instanceof PaymentCallForged) throw new AppError(400, 'signature_wrong', { cause: error })
      if (!(error instanceof PaymentUnavailable)) throw error
      logger.error({ reason: error.message }, 'Stripe reported a payment in an unknown format')
      throw new AppError(400, 'invalid_body', { cause: error })
    }
  }
}
