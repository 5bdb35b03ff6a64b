import { isChannelFault } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { NO_CONNECTION } from '../../../platform/adapters/web-push.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { evenPause } from '../../../platform/loops/even-pause.ts'
import { insertMessage, selectDelivery } from '../sending-queries.ts'
import { type SendOutcome, sendDelivery } from './send-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'

const LEFT_TO_THE_LOOP_AFTER_MS = 60_000

export type SendAtOnceDeps = Pick<
  Deps,
  'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'push' | 'sms' | 'secrets' | 'safeFetch' | 'wakeDeliveries'
>

/**
 * Sends a message that somebody waits for the way alarms go, at once and only once; its row is there first, so that the loop
 * sends it after a crash. Throws 400 with the fault of the service, or `notification_undeliverable` with the reason.
 */
export async function sendAtOnce(deps: SendAtOnceDeps, notificationId: number, stage: 'test' | 'code'): Promise<void> {
  const { db } = deps.database
  const begun = performance.now()
  const now = deps.clock.now()
  const dueAt = now + LEFT_TO_THE_LOOP_AFTER_MS
  const deliveryId = await insertMessage(db, { notificationId, stage, dueAt, createdAt: now })
  const delivery = await selectDelivery(db, deliveryId)
  const result = await sendDelivery(deps, delivery)
  await settleDelivery(deps, delivery, onlyOnce(result))
  if (result.outcome === 'gone') deps.wakeDeliveries()
  await requireDelivered(result, begun)
}

/** What failed is not tried again by the loop. */
export const onlyOnce = (result: SendOutcome): SendOutcome =>
  result.outcome === 'failed' ? { outcome: 'refused', reason: result.reason } : result

/** Throws 400 with the reason where it was not taken; `begun`: of `performance.now()`. */
export async function requireDelivered(result: SendOutcome, begun: number): Promise<void> {
  const reason = result.outcome === 'gone' ? `HTTP ${result.status}` : 'reason' in result ? result.reason : undefined
  if (reason === undefined) return
  // else it would tell which names there are in the network of the server
  if (reason === NO_CONNECTION) await evenPause(begun)
  if (isChannelFault(reason)) throw new AppError(400, reason)
  throw new AppError(400, 'notification_undeliverable', { values: { reason } })
}
