import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { sendDelivery } from './send-delivery.ts'
import { insertMessage, selectDelivery } from './sending-queries.ts'
import { settleDelivery } from './settle-delivery.ts'

const LEFT_TO_THE_LOOP_AFTER_MS = 60_000

export type SendAtOnceDeps = Pick<
  Deps,
  'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'push' | 'sms' | 'secrets' | 'wakeDeliveries'
>

/**
 * Sends a message that somebody waits for the way alarms go, at once and only once; its row is there first, so that the loop
 * sends it after a crash. Throws 400 `notification_undeliverable` with the reason.
 */
export async function sendAtOnce(deps: SendAtOnceDeps, notificationId: number, stage: 'test' | 'code'): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const dueAt = now + LEFT_TO_THE_LOOP_AFTER_MS
  const deliveryId = await insertMessage(db, { notificationId, stage, dueAt, createdAt: now })
  const delivery = await selectDelivery(db, deliveryId)
  const result = await sendDelivery(deps, delivery)
  const once = result.outcome === 'failed' ? ({ outcome: 'refused', reason: result.reason } as const) : result
  await settleDelivery(deps, delivery, once)
  if (result.outcome === 'gone') deps.wakeDeliveries()
  const reason = result.outcome === 'gone' ? `HTTP ${result.status}` : 'reason' in result ? result.reason : undefined
  if (reason !== undefined) throw new AppError(400, 'notification_undeliverable', { values: { reason } })
}
