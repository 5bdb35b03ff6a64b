import { isChannelFault } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { NO_CONNECTION } from '../../../platform/adapters/web-push.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { evenPause } from '../../../platform/loops/even-pause.ts'
import { insertMessage, selectDelivery } from '../sending-queries.ts'
import { isSentBetween } from '../telling-queries.ts'
import { type SendOutcome, sendDelivery } from './send-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'

const LEFT_TO_THE_LOOP_AFTER_MS = 60_000

export type SendAtOnceDeps = Pick<
  Deps,
  'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'push' | 'sms' | 'secrets' | 'safeFetch' | 'wakeDeliveries'
>

/** Nobody asks again this soon: it is a button that was pressed twice, or a browser that repeats a request whose connection broke. */
export const SAME_WITHIN_MS = 15_000

/**
 * Sends a message that somebody is waiting for, the same way as alarms, at once and only once. Its row is written first, so that
 * after a crash the loop sends it. `costs`: the same one just sent, or being sent, is enough. Throws 404 `notification_not_found`, 400 with the fault of the service, or
 * `notification_undeliverable` with the reason.
 */
export async function sendAtOnce(
  deps: SendAtOnceDeps,
  notificationId: number,
  stage: 'test' | 'code',
  { costs = false } = {},
): Promise<void> {
  const { db } = deps.database
  const begun = performance.now()
  const now = deps.clock.now()
  const dueAt = now + LEFT_TO_THE_LOOP_AFTER_MS
  const deliveryId = await db.transaction().execute(async (within) => {
    // one from later was asked for when the clock was ahead
    const justNow = { from: now - SAME_WITHIN_MS, to: now + SAME_WITHIN_MS }
    if (costs && (await isSentBetween(within, { notificationId, stage }, justNow))) return undefined
    return insertMessage(within, { notificationId, stage, dueAt, createdAt: now })
  })
  if (deliveryId === undefined) return
  const delivery = await selectDelivery(db, deliveryId)
  if (!delivery) throw new AppError(404, 'notification_not_found')
  const result = await sendDelivery(deps, delivery)
  await settleDelivery(deps, delivery, onlyOnce(result))
  if (result.outcome === 'gone') deps.wakeDeliveries()
  await requireDelivered(result, begun)
}

/** Turns a failure into a refusal, so that the loop does not retry it. */
export const onlyOnce = (result: SendOutcome): SendOutcome =>
  result.outcome === 'failed' ? { outcome: 'refused', reason: result.reason } : result

/** Throws 400 with the reason if the message was not accepted; `begun` is a time of `performance.now()`. */
export async function requireDelivered(result: SendOutcome, begun: number): Promise<void> {
  const reason = result.outcome === 'gone' ? `HTTP ${result.status}` : 'reason' in result ? result.reason : undefined
  if (reason === undefined) return
  // otherwise the timing would reveal which names exist in the server's network
  if (reason === NO_CONNECTION) await evenPause(begun)
  if (isChannelFault(reason)) throw new AppError(400, reason)
  throw new AppError(400, 'notification_undeliverable', { values: { reason } })
}
