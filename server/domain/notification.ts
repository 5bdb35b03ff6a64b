import * as v from 'valibot'
import { AlarmType } from './alarm.ts'

export const ChannelType = v.picklist(['push', 'email', 'sms'])
export type ChannelType = v.InferOutput<typeof ChannelType>
export const ChannelStatus = v.picklist(['active', 'failing', 'ended'])
export type ChannelStatus = v.InferOutput<typeof ChannelStatus>

/** A browser's `PushSubscription` as JSON; the address of a push channel is this, as text. */
export const PushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(2000)),
  expirationTime: v.optional(v.nullable(v.number())),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86,88}={0,2}$/)),
    auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{21,24}={0,2}$/)),
  }),
})
export type PushSubscription = v.InferOutput<typeof PushSubscription>

export const NotificationBody = v.object({
  type: ChannelType,
  address: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(4000)),
})

/** A notification channel as its owner reads it; a push address is shortened to its host. */
export const NotificationChannel = v.object({
  id: v.number(),
  type: ChannelType,
  address: v.string(),
  status: ChannelStatus,
  lastDelivered: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
})
export type NotificationChannel = v.InferOutput<typeof NotificationChannel>

/** `enddate` null mutes until it is taken back. */
export const MuteBody = v.object({
  notificationType: AlarmType,
  enddate: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})
export const Mute = v.object({ controllerId: v.number(), notificationType: AlarmType, enddate: v.nullable(v.string()) })
export type Mute = v.InferOutput<typeof Mute>

export const MUTE_PRESET_HOURS = [1, 2] as const

/** `GET push/key`: the key a browser subscribes with. */
export const PushKey = v.object({ publicKey: v.string() })
/** The reply to a new channel. */
export const NotificationReply = v.object({ message: v.string(), ...NotificationChannel.entries })
/** The reply where the channel was there already: its id, and 409. */
export const NotificationExists = v.object({
  message: v.string(),
  code: v.literal('combination_exists'),
  id: v.number(),
})
export const NotificationRemovedReply = v.object({ message: v.string(), id: v.number() })
export const MuteReply = v.object({ message: v.string(), ...Mute.entries })
export const UnmuteReply = v.object({ message: v.string(), controllerId: v.number(), notificationType: AlarmType })
