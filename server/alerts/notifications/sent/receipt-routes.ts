import { Hono } from 'hono'
import * as v from 'valibot'
import { PushReceipt } from '#domain/alerts/push-message.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { deliveryOfReceipt } from '../push-receipt.ts'
import { noteShown } from '../receipt-queries.ts'

/** Enough for all devices of a club behind one address. */
const RECEIPTS_PER_MINUTE = 300

/** Accepts a service worker's report of what it showed. It may have no session any more; the receipt is enough. */
export function receiptRoutes(deps: Pick<Deps, 'database' | 'clock' | 'config' | 'secrets' | 'logger'>) {
  const limit = createRateLimit(RECEIPTS_PER_MINUTE, 60)
  return new Hono<Env>().post(
    '/push/shown',
    answers(
      'notification',
      'Report that a device showed a push; the receipt came with the push',
      v.object({ shown: v.literal(true) }),
    ),
    withoutSession,
    validate('json', PushReceipt),
    async (c) => {
      await limit.consume(clientAddress(c, deps.config))
      const { receipt, fault } = c.req.valid('json')
      const delivery = deliveryOfReceipt(deps.secrets, receipt)
      const isKnown = delivery !== undefined && (await noteShown(deps.database.db, delivery, deps.clock.now()))
      if (!isKnown) throw new AppError(404, 'notification_not_found')
      if (fault) deps.logger.warn({ delivery, fault }, 'a device could only show a push as plain text')
      return c.json({ shown: true as const })
    },
  )
}
