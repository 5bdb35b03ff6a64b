import { createDueLoop, type DueLoop } from '../platform/due-loop.ts'
import type { Logger } from '../platform/logger.ts'
import { type SendDeps, type SendOutcome, sendDelivery } from './send-delivery.ts'
import { type DeliveryToSend, selectDueDeliveries, selectNextDue } from './sending-queries.ts'
import { settleDelivery } from './settle-delivery.ts'

const PARALLEL = 16

export type DeliveryLoop = DueLoop

/** Sends what is due, some at a time. */
export function createDeliveryLoop(deps: SendDeps & { logger: Logger }): DeliveryLoop {
  const { database, logger } = deps
  return createDueLoop<DeliveryToSend, SendOutcome>(deps, {
    name: 'deliveries',
    parallel: PARALLEL,
    selectDue: (nowMs, limit) => selectDueDeliveries(database.db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDue(database.db, afterMs),
    async attempt(delivery) {
      try {
        const result = await sendDelivery(deps, delivery)
        const { id, channel, attempts } = delivery
        if (result.outcome !== 'delivered') logger.info({ delivery: id, channel, attempts, ...result }, 'not delivered')
        return result
      } catch (error) {
        logger.error({ err: error, delivery: delivery.id }, 'a delivery could not be made')
        return { outcome: 'failed', reason: 'internal' }
      }
    },
    settle: (delivery, result) => settleDelivery(deps, delivery, result),
  })
}
