import type { WebhookLogEntry } from '#domain/alerts/webhook-log.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { readChannel } from '../read-channels.ts'
import { onlyOnce, requireDelivered, type SendAtOnceDeps } from '../sending/send-at-once.ts'
import { isToService, sendToService } from '../sending/send-to-service.ts'
import { settleDelivery } from '../sending/settle-delivery.ts'
import { selectDelivery } from '../sending-queries.ts'
import { selectLogged, selectWebhookLog, type WebhookLogRow } from '../webhook-queries.ts'

const toEntry = (row: WebhookLogRow): WebhookLogEntry => ({
  id: row.id,
  messageId: row.message_id,
  stage: row.stage,
  alarmType: row.alarm_type,
  state: row.state,
  attempts: row.attempts,
  error: row.last_error,
  created: isoTime(row.created_at),
  sent: isoTimeOrNull(row.sent_at),
  body: row.body,
})

/** Returns what was posted to one of the account's webhooks, newest first. Throws 404 `notification_not_found`. */
export async function readWebhookLog(
  { database: { db } }: Pick<SendAtOnceDeps, 'database'>,
  account: SignedIn,
  id: number,
): Promise<WebhookLogEntry[]> {
  await readChannel(db, account, id)
  return (await selectWebhookLog(db, id)).map(toEntry)
}

/** Posts a message again unchanged, under the same id, whatever has become of its alarm. Throws 404, and 400 as `sendAtOnce`. */
export async function resendWebhook(
  deps: SendAtOnceDeps,
  account: SignedIn,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<WebhookLogEntry> {
  const { db } = deps.database
  await readChannel(db, account, id)
  const logged = await selectLogged(db, id, deliveryId)
  const delivery = logged && (await selectDelivery(db, deliveryId))
  if (!delivery || !isToService(delivery)) throw new AppError(404, 'notification_message_not_found')
  const begun = performance.now()
  const result = await sendToService(deps, delivery, { isQuietThere: false })
  // if the loop is still trying this delivery, it continues to
  await settleDelivery(deps, delivery, logged.state === 'due' ? result : onlyOnce(result))
  await requireDelivered(result, begun)
  const after = await selectLogged(db, id, deliveryId)
  if (!after) throw new AppError(404, 'notification_message_not_found')
  return toEntry(after)
}
