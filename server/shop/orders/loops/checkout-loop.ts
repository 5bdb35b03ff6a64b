import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../../deps.ts'
import { PaymentUnavailable } from '../../../platform/adapters/payment.ts'
import { createDueLoop, type DueLoop } from '../../../platform/loops/due-loop.ts'
import { type CheckoutRow, selectDueCheckouts, selectNextDueCheckout, updateCheckout } from '../checkout-queries.ts'
import { selectOrder } from '../order-queries.ts'
import { recordPayment } from '../record-payment.ts'

const PARALLEL = 2
const STOP_WITHIN_MS = 2000
const SHORTEST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 2 * 3600_000
/** A payment in the last minute may be reported after the checkout's end. */
const AFTER_END_MS = 3600_000
/** For this long after a checkout's end an unreachable provider is still asked: it may have been paid before. */
const OUT_OF_REACH_MS = 7 * 24 * 3600_000

type Outcome = 'settled' | 'expired' | 'later'
type LoopDeps = Pick<Deps, 'database' | 'clock' | 'payment' | 'logger' | 'wakeOrders'>

/** Asks the provider about open checkouts whose call never came, and closes those that must not be paid any more. The older one is, the less often it asks. */
export function createCheckoutLoop(deps: LoopDeps): DueLoop {
  const { db } = deps.database
  return createDueLoop<CheckoutRow, Outcome>(deps, {
    name: 'checkouts',
    parallel: PARALLEL,
    stopWithinMs: STOP_WITHIN_MS,
    selectDue: (nowMs, limit) => selectDueCheckouts(db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueCheckout(db, afterMs),
    async attempt(row) {
      try {
        return await look(deps, row)
      } catch (error) {
        const log = {
          checkout: row.id,
          ...(error instanceof PaymentUnavailable ? { reason: error.message } : { err: error }),
        }
        deps.logger.warn(log, 'the payment provider did not report on a checkout')
        return isOver(row, deps.clock.now(), OUT_OF_REACH_MS) ? 'expired' : 'later'
      }
    },
    async settle(row, outcome) {
      if (outcome === 'settled') return
      const now = deps.clock.now()
      const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, now - row.created_at))
      const change = outcome === 'expired' ? { state: 'expired' as const } : { due_at: now + pause }
      await updateCheckout(db, row.provider, row.provider_id, change)
    },
  })
}

async function look(deps: LoopDeps, row: CheckoutRow): Promise<Outcome> {
  const { payment, clock } = deps
  const { provider, provider_id: id } = row
  const over = isOver(row, clock.now()) ? 'expired' : 'later'
  if (provider === 'hand' || provider !== payment.provider) return over
  const notice = await payment.askCheckout(id)
  if (notice) {
    const recorded = await recordPayment(deps, provider, notice)
    if (recorded === 'unknown') return 'expired'
    return notice.outcome === 'pending' ? 'later' : 'settled'
  }
  const order = await selectOrder(deps.database.db, row.order_id)
  if (order?.state === 'open' && amountDue(order) === row.amount) return over
  await payment.closeCheckout(id)
  return 'expired'
}

const isOver = ({ expires_at }: CheckoutRow, now: number, afterEndMs = AFTER_END_MS): boolean =>
  now > expires_at + afterEndMs
