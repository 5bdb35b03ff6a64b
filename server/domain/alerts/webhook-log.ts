import * as v from 'valibot'
import { AlarmType } from './alarm.ts'
import { SentState } from './sent-notification.ts'

/** How many messages of a webhook are stored for viewing and resending. */
export const WEBHOOK_LOG_LENGTH = 50

/** What a webhook is told about an alarm and its later stages; also a test. */
export const webhookStages = ['told', 'rang', 'confirmed', 'withdrawn', 'closed', 'reminded', 'test'] as const
export type WebhookStage = (typeof webhookStages)[number]

/** One message to a webhook: what was posted, and the result. `messageId` is its `webhook-id`. */
export const WebhookLogEntry = v.object({
  id: v.number(),
  messageId: v.string(),
  stage: v.picklist(webhookStages),
  alarmType: v.nullable(AlarmType),
  state: SentState,
  attempts: v.number(),
  error: v.nullable(v.string()),
  created: v.string(),
  sent: v.nullable(v.string()),
  body: v.string(),
})
export type WebhookLogEntry = v.InferOutput<typeof WebhookLogEntry>

export const WebhookLogReply = v.object({ message: v.string(), ...WebhookLogEntry.entries })
/** `id` is made by the client: repeating the request with it gives the same secret. */
export const SigningSecretBody = v.object({ id: v.optional(v.pipe(v.string(), v.uuid())) })
/** Shown only once. */
export const SigningSecretReply = v.object({ message: v.string(), id: v.number(), signingSecret: v.string() })
