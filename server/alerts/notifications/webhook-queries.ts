import type { Kysely } from 'kysely'
import { WEBHOOK_LOG_LENGTH, type WebhookStage, webhookStages } from '#domain/alerts/webhook-log.ts'
import type { Tables } from '../../store/tables.ts'
import type { DeliveryToSend } from './sending-queries.ts'

const CLEARED_AT_ONCE = 1000

/** Returns what a delivery posts: the message stored earlier under this id, or else `wanted`, which is stored. */
export async function keepWebhookMessage(
  db: Kysely<Tables>,
  { id, notification_id }: Pick<DeliveryToSend, 'id' | 'notification_id'>,
  wanted: { id: string; body: string },
): Promise<{ id: string; body: string }> {
  const known = await db.selectFrom('webhook_message').selectAll().where('delivery_id', '=', id).executeTakeFirst()
  if (known?.message_id === wanted.id) return { id: known.message_id, body: known.body }
  const { id: message_id, body } = wanted
  await db
    .insertInto('webhook_message')
    .values({ delivery_id: id, message_id, body })
    .onConflict((conflict) => conflict.column('delivery_id').doUpdateSet({ message_id, body }))
    .execute()
  await db
    .deleteFrom('webhook_message')
    .where('delivery_id', 'in', (eb) =>
      eb
        .selectFrom('delivery')
        .innerJoin('webhook_message as message', 'message.delivery_id', 'delivery.id')
        .select('delivery.id')
        .where('delivery.notification_id', '=', notification_id)
        .orderBy('delivery.id', 'desc')
        .limit(CLEARED_AT_ONCE)
        .offset(WEBHOOK_LOG_LENGTH),
    )
    .execute()
  return wanted
}

export type WebhookLogRow = Awaited<ReturnType<ReturnType<typeof logOf>['execute']>>[number]

const logOf = (db: Kysely<Tables>, notificationId: number) =>
  db
    .selectFrom('delivery')
    .innerJoin('webhook_message as message', 'message.delivery_id', 'delivery.id')
    .leftJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .select(['delivery.id', 'delivery.stage', 'delivery.state', 'delivery.attempts', 'delivery.last_error'])
    .select(['delivery.created_at', 'delivery.sent_at', 'alarm.type as alarm_type'])
    .select(['message.message_id', 'message.body'])
    .where('delivery.notification_id', '=', notificationId)
    .where('delivery.stage', 'in', webhookStages)
    .$narrowType<{ stage: WebhookStage }>()

/** Returns what was posted to a webhook, newest first. */
export const selectWebhookLog = (db: Kysely<Tables>, notificationId: number): Promise<WebhookLogRow[]> =>
  logOf(db, notificationId).orderBy('delivery.id', 'desc').limit(WEBHOOK_LOG_LENGTH).execute()

export const selectLogged = (
  db: Kysely<Tables>,
  notificationId: number,
  deliveryId: number,
): Promise<WebhookLogRow | undefined> =>
  logOf(db, notificationId).where('delivery.id', '=', deliveryId).executeTakeFirst()
