import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { lineUpTo } from '../platform/text-up-to.ts'
import { AlarmType } from './alarm.ts'
import { LocalTime, TimeZone } from './quiet-hours.ts'
import { SeasonKind } from './season-news.ts'

/** By way of a service that somebody has: what to call there, and mostly with a token. */
export const serviceTypes = ['ntfy', 'telegram', 'matrix', 'webhook'] as const
export type ServiceType = (typeof serviceTypes)[number]
export const ChannelType = v.picklist(['push', 'email', 'sms', ...serviceTypes])
export type ChannelType = v.InferOutput<typeof ChannelType>
/** `pending`, and of an e-mail address `unconfirmed`: nothing goes there before its code was entered. */
export const ChannelStatus = v.picklist(['pending', 'unconfirmed', 'active', 'failing', 'ended'])
export type ChannelStatus = v.InferOutput<typeof ChannelStatus>

export const isService = (type: ChannelType): type is ServiceType => serviceTypes.some((service) => service === type)

/** Why a service takes nothing, as far as it says so or is heard at all: the code of an error, and `lastError` of a channel. */
export const channelFaults = [
  'matrix_not_in_room',
  'ntfy_token_needed',
  'service_busy',
  'service_not_found',
  'service_silent',
  'service_unreachable',
  'telegram_chat_closed',
  'telegram_chat_unknown',
  'token_refused',
] as const
export type ChannelFault = (typeof channelFaults)[number]
export const isChannelFault = (reason: string | null): reason is ChannelFault =>
  channelFaults.some((fault) => fault === reason)

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

/** Of an account, ended ones aside. */
export const CHANNELS_MAXIMUM = 100

const ChannelName = lineUpTo(60)

const ChannelToken = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,1000}$/))

/** `address`: a push subscription as JSON, an e-mail address, a number, a topic's or webhook's URL, a chat's or room's id. */
export const NotificationBody = v.object({
  type: ChannelType,
  address: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(4000)),
  name: v.optional(ChannelName),
  /** Of Matrix: the homeserver; `address` is the room. */
  server: v.optional(lineUpTo(500)),
  /** Of a bot of Telegram, of an account at Matrix or ntfy. It is never told again. */
  token: v.optional(ChannelToken),
  /** The endpoint of the browser's subscription before this one. */
  replaces: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  /** The worker of this browser says what it showed. */
  receipts: v.optional(v.boolean()),
  /** The browser makes another subscription where the push service has ended this one: it is not opened again then. */
  renewable: v.optional(v.boolean()),
})

/** A notification channel as its owner reads it; a push address is shortened to its host. */
export const NotificationChannel = v.object({
  id: v.number(),
  type: ChannelType,
  /** As its owner calls it; empty where they do not. */
  name: v.string(),
  /** Browser and system of a push channel. */
  device: v.nullable(v.string()),
  address: v.string(),
  /** Of Matrix: the homeserver. */
  server: v.nullable(v.string()),
  hasToken: v.boolean(),
  status: ChannelStatus,
  lastDelivered: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  failingSince: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  /** Since when its push service takes messages that the device does not say it showed. */
  neverShownSince: v.nullable(v.string()),
  /** When a device last showed a message, or its owner said that one came there. */
  heardAt: v.nullable(v.string()),
  /** Null: all, those of later versions too. */
  alarmTypes: v.nullable(v.array(AlarmType)),
  /** All own transmitters, those to come too. */
  everyOwn: v.boolean(),
  /** Own or watched transmitters besides. */
  controllerIds: v.array(v.number()),
  quietFrom: v.nullable(v.string()),
  quietTo: v.nullable(v.string()),
  timeZone: v.string(),
  /** What is loud in quiet hours too; hints are loud only where they are named here. */
  ringsAlways: v.array(AlarmType),
  /** What it tells of the season of own hives. */
  seasonKinds: v.array(SeasonKind),
})
export type NotificationChannel = v.InferOutput<typeof NotificationChannel>

/** Whether alarms are known to arrive on a channel: one did, and nothing speaks against it since. */
export const isHeard = ({
  status,
  heardAt,
  neverShownSince,
}: Pick<NotificationChannel, 'status' | 'heardAt' | 'neverShownSince'>): boolean =>
  heardAt !== null && neverShownSince === null && (status === 'active' || status === 'failing')

/**
 * Whether alarms are known to arrive: on a channel that was heard and is for one of the transmitters that its person sees. Who sees none has
 * nothing to miss.
 */
export const alarmsArriveOn = (
  channels: readonly Pick<
    NotificationChannel,
    'status' | 'heardAt' | 'neverShownSince' | 'everyOwn' | 'controllerIds'
  >[],
  seen: readonly { id: number; isOwn: boolean }[],
): boolean =>
  channels.some(
    (channel) =>
      isHeard(channel) &&
      (seen.length === 0 ||
        seen.some(({ id, isOwn }) => (isOwn && channel.everyOwn) || channel.controllerIds.includes(id))),
  )

/**
 * A change of a channel. `controllerIds` null means all own ones; a list without `everyOwn` means these alone. Quiet hours
 * are set, or taken away by null, with both of their times.
 */
export const NotificationEdit = v.partial(
  v.object({
    name: ChannelName,
    /** In the place of the one before. */
    token: ChannelToken,
    alarmTypes: v.nullable(v.pipe(v.array(AlarmType), v.nonEmpty())),
    everyOwn: v.boolean(),
    controllerIds: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(1000))),
    quietFrom: v.nullable(LocalTime),
    quietTo: v.nullable(LocalTime),
    timeZone: TimeZone,
    ringsAlways: v.array(AlarmType),
    seasonKinds: v.array(SeasonKind),
  }),
)
export type NotificationEdit = v.InferOutput<typeof NotificationEdit>

export const CODE_MINUTES = 10
export const MAIL_CODE_HOURS = 24
/** The code that came by SMS or mail. */
export const NotificationCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(/^\d{6}$/),
  ),
})

/** By what this server can send. */
export const NotificationWays = v.object({ email: v.boolean(), sms: v.boolean() })

/** `enddate` null mutes until it is taken back. */
export const MuteBody = v.object({
  notificationType: AlarmType,
  enddate: v.nullable(Moment),
  /** What is muted for longer already stays so. */
  keepsLonger: v.optional(v.boolean()),
})
export const Mute = v.object({ controllerId: v.number(), notificationType: AlarmType, enddate: v.nullable(v.string()) })
export type Mute = v.InferOutput<typeof Mute>

export const MUTE_PRESET_HOURS = [1, 2] as const

/** `GET push/key`: the key a browser subscribes with. */
export const PushKey = v.object({ publicKey: v.string() })
/** The reply to a new channel. `signingSecret`: of a new webhook, told this once. */
export const NotificationReply = v.object({
  message: v.string(),
  signingSecret: v.optional(v.string()),
  ...NotificationChannel.entries,
})
/** The reply where the channel was there already: its id, and 409. `ended`: a renewable one whose service knows it no longer. */
export const NotificationExists = v.object({
  message: v.string(),
  code: v.literal('combination_exists'),
  id: v.number(),
  ended: v.optional(v.literal(true)),
})
export const NotificationRemovedReply = v.object({ message: v.string(), id: v.number() })
export const MuteReply = v.object({ message: v.string(), ...Mute.entries })
export const UnmuteReply = v.object({ message: v.string(), controllerId: v.number(), notificationType: AlarmType })
