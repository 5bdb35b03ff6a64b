import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { type NotificationRow, selectNotification } from './notification-queries.ts'
import { sendDelivery } from './send-delivery.ts'
import { insertMessage, selectDelivery } from './sending-queries.ts'
import { settleDelivery } from './settle-delivery.ts'

const LEFT_TO_THE_LOOP_AFTER_MS = 60_000

/**
 * Sends a test the way alarms go, at once and only once, and answers the channel as it then is. Throws 404, or 400
 * `notification_undeliverable` with the reason.
 */
export async function sendTestAlarm(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'push' | 'wakeDeliveries'>,
  account: SignedIn,
  id: number,
): Promise<NotificationRow> {
  const { db } = deps.database
  if (!(await selectNotification(db, account.accountId, id))) throw new AppError(404, 'notification_not_found')
  const now = deps.clock.now()
  const deliveryId = await insertMessage(db, {
    notificationId: id,
    stage: 'test',
    dueAt: now + LEFT_TO_THE_LOOP_AFTER_MS,
    createdAt: now,
  })
  const delivery = await selectDelivery(db, deliveryId)
  const result = await sendDelivery(deps, delivery)
  const once = result.outcome === 'failed' ? ({ outcome: 'refused', reason: result.reason } as const) : result
  await settleDelivery(deps, delivery, once)
  if (result.outcome === 'gone') deps.wakeDeliveries()
  const reason = result.outcome === 'gone' ? `HTTP ${result.status}` : 'reason' in result ? result.reason : undefined
  if (reason !== undefined) throw new AppError(400, 'notification_undeliverable', { values: { reason } })
  const row = await selectNotification(db, account.accountId, id)
  if (!row) throw new AppError(404, 'notification_not_found')
  return row
}
