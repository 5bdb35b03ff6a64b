import * as v from 'valibot'
import { AlarmType } from './alarm.ts'

/** A payload must stay under this many bytes, so that with aes128gcm it fits the 4096 of every push service. */
export const PUSH_PAYLOAD_MAXIMUM_BYTES = 3993

/** The JSON of one push: read by our service worker and, as Declarative Web Push, by the browser itself. */
export const PushMessage = v.object({
  web_push: v.literal(8030),
  /** Where the browser would show it by itself, our worker is asked first: it says that it was shown. */
  mutable: v.optional(v.boolean()),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    tag: v.string(),
    lang: v.string(),
    navigate: v.string(),
    silent: v.optional(v.boolean()),
    data: v.object({
      alarmId: v.nullable(v.number()),
      type: v.nullable(AlarmType),
      scaleId: v.nullable(v.number()),
      controllerId: v.nullable(v.number()),
      time: v.string(),
    }),
    actions: v.array(v.object({ action: v.picklist(['mute1h', 'open']), title: v.string() })),
  }),
  app_badge: v.string(),
  /** What the device sends back once it showed this. */
  receipt: v.optional(v.string()),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** The push message in a text, or undefined when it is none, or one of a later version of the server. */
export function readPushMessage(text: string): PushMessage | undefined {
  try {
    const result = v.safeParse(PushMessage, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

export const RECEIPT_PATH = '/api/push/shown'
/** The body of `POST push/shown`; `fault`: why only the plain words could be shown. */
export const PushReceipt = v.object({
  receipt: v.pipe(v.string(), v.maxLength(80)),
  fault: v.optional(v.pipe(v.string(), v.maxLength(300))),
})
