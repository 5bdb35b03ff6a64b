import * as v from 'valibot'
import { Alarm, AlarmType } from './alarm.ts'

/** A payload must not exceed this many bytes, so that with aes128gcm it fits into the 4096 of every push service. */
export const PUSH_PAYLOAD_MAXIMUM_BYTES = 3993

/** Older servers sent it as text, and such messages may still be on their way. */
const Badge = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits())]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
)

/** The JSON of a push message: read by our service worker and, as Declarative Web Push (W3C Push API, "declarative push message"), by the browser itself. */
export const PushMessage = v.object({
  web_push: v.literal(8030),
  /** If the browser would show the message by itself, our worker is asked first and reports that it was shown. */
  mutable: v.optional(v.boolean()),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    tag: v.string(),
    lang: v.string(),
    navigate: v.string(),
    icon: v.optional(v.string()),
    silent: v.optional(v.boolean()),
    /** The draft has these two next to the notification; WebKit and Gecko read them inside it. */
    mutable: v.optional(v.boolean()),
    app_badge: v.optional(Badge),
    data: v.object({
      alarmId: v.nullable(v.number()),
      type: v.nullable(AlarmType),
      scaleId: v.nullable(v.number()),
      controllerId: v.nullable(v.number()),
      time: v.string(),
      /** The alarm when this was sent: without a network it is all that the device knows. */
      alarm: v.fallback(v.optional(Alarm), undefined),
      /** Silent only because it follows a message that rang: on a device that was off then, it rings. */
      ringsIfNew: v.optional(v.boolean()),
      /** There is nothing to look at any more: the notification may be closed. */
      isOver: v.optional(v.boolean()),
      /** The recipient may visit these hives: the worker offers to start a visit. */
      mayVisit: v.optional(v.boolean()),
      receipt: v.optional(v.string()),
    }),
    actions: v.array(
      v.object({ action: v.picklist(['mute1h', 'open']), title: v.string(), navigate: v.optional(v.string()) }),
    ),
  }),
  app_badge: v.optional(Badge),
  /** What the device sends back once it has shown this. */
  receipt: v.optional(v.string()),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/**
 * What a push about an alarm said when it was shown, at `shownAt` in epoch ms. `alarm` is its state at that time; null if a later server
 * wrote it in an unknown form.
 */
export type KeptPush = { alarmId: number; title: string; body: string; shownAt: number; alarm: Alarm | null }

/** Parses a push message; undefined if the text is not one, or comes from a later version of the server. */
export function readPushMessage(text: string): PushMessage | undefined {
  try {
    const result = v.safeParse(PushMessage, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

export const RECEIPT_PATH = '/api/push/shown'
/** The body of `POST push/shown`; `fault`: why only the plain text could be shown. */
export const PushReceipt = v.object({
  receipt: v.pipe(v.string(), v.maxLength(80)),
  fault: v.optional(v.pipe(v.string(), v.maxLength(300))),
})
