import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { isAboutAlarm } from './alarm-words.ts'
import { chatWords } from './chat-words.ts'
import { remindersIn } from './reminder-words.ts'

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const typeOf = { told: 'suspected', rang: 'rang', confirmed: 'confirmed', withdrawn: 'withdrawn' } as const

/** Returns what is posted to a webhook: type, time and data as in Standard Webhooks; `docs/webhooks.md` describes each field. */
export function buildWebhook(delivery: DeliveryToSend, origin: string | undefined): string {
  const { title, body, link } = chatWords(delivery, origin)
  const words = { title, text: body, url: link ?? null }
  if (!isAboutAlarm(delivery)) {
    return JSON.stringify({ type: delivery.stage, timestamp: new Date(delivery.created_at).toISOString(), data: words })
  }
  const { stage, scale_id, scale_name, weight_change_grams, status } = delivery
  return JSON.stringify({
    type: `alarm.${stage in typeOf ? typeOf[stage as keyof typeof typeOf] : stage}`,
    timestamp: new Date(delivery.created_at).toISOString(),
    data: {
      alarm: {
        id: delivery.alarm_id,
        type: delivery.type,
        status,
        startedAt: iso(delivery.started_at),
        detectedAt: iso(delivery.detected_at),
        weightChange: weight_change_grams === null ? null : kgFromGrams(weight_change_grams),
        confidence: delivery.confidence_percent / 100,
        why: reasonsOf(delivery.why).map(({ code }) => code),
      },
      controller: { id: delivery.controller_id, name: delivery.controller_name },
      scale: scale_id === null ? null : { id: scale_id, name: scale_name },
      ...(stage === 'reminded' ? { followUps: remindersIn(delivery.follow_ups).map(({ kind }) => kind) } : {}),
      ...words,
    },
  })
}
