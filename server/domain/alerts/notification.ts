import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { lineUpTo } from '../platform/text-up-to.ts'
import { AlarmType } from './alarm.ts'
import { LocalTime, TimeZone } from './quiet-hours.ts'

/** Channels through a service of the user's: they need an address to call, and mostly a token. */
export const serviceTypes = ['ntfy', 'telegram', 'matrix', 'webhook'] as const
export type ServiceType = (typeof serviceTypes)[number]
export const ChannelType = v.picklist(['push', 'email', 'sms', ...serviceTypes])
export type ChannelType = v.InferOutput<typeof ChannelType>
/** The news about a hive's season; each is reported once. */
export const seasonKinds = ['flowBegun', 'flowEnded', 'feed', 'harvest'] as const
export const SeasonKind = v.picklist(seasonKinds)
export type SeasonKind = v.InferOutput<typeof SeasonKind>

/** `pending` and, for an e-mail address, `unconfirmed`: nothing is sent there until its code has been entered. */
export const ChannelStatus = v.picklist(['pending', 'unconfirmed', 'active', 'failing', 'ended'])
export type ChannelStatus = v.InferOutput<typeof ChannelStatus>

export const isService = (type: ChannelType): type is ServiceType => serviceTypes.some((service) => service === type)

/** Why a service does not accept messages, as far as it says so or responds at all: an error code, which is also the `lastError` of a channel. */
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

/** A browser's `PushSubscription` as JSON; its text is the address of a push channel. */
export const PushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(2000)),
  expirationTime: v.optional(v.nullable(v.number())),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86,88}={0,2}$/)),
    auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{21,24}={0,2}$/)),
  }),
})
export type PushSubscription = v.InferOutput<typeof PushSubscription>

/** The most channels of an account, not counting ended ones. */
export const CHANNELS_MAXIMUM = 100

const ChannelName = lineUpTo(60)

const ChannelToken = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,1000}$/))

/** `address`: a push subscription as JSON, an e-mail address, a phone number, the URL of a topic or webhook, the id of a chat or room. */
export const NotificationBody = v.object({
  type: ChannelType,
  address: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(4000)),
  name: v.optional(ChannelName),
  /** For Matrix: the homeserver; `address` is the room. */
  server: v.optional(lineUpTo(500)),
  /** The token of a Telegram bot, or of a Matrix or ntfy account. It is never returned. */
  token: v.optional(ChannelToken),
  /** The endpoint of the browser's previous subscription. */
  replaces: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  /** Whether this browser's worker reports what it has shown. */
  receipts: v.optional(v.boolean()),
  /** Whether the browser creates a new subscription if the push service has ended this one, which is then not reactivated. */
  renewable: v.optional(v.boolean()),
  /** That of the device, in which messages tell times; one that the server does not know is ignored. */
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** A notification channel as its owner sees it; a push address is shortened to its host. */
export const NotificationChannel = v.object({
  id: v.number(),
  type: ChannelType,
  /** The owner's name for it; empty if there is none. */
  name: v.string(),
  /** Browser and system of a push channel. */
  device: v.nullable(v.string()),
  address: v.string(),
  /** For Matrix: the homeserver. */
  server: v.nullable(v.string()),
  hasToken: v.boolean(),
  status: ChannelStatus,
  lastDelivered: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  failingSince: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  /** Since when its push service has accepted messages that the device does not report as shown. */
  neverShownSince: v.nullable(v.string()),
  /** When a device last showed a message, or the owner said that one arrived. */
  heardAt: v.nullable(v.string()),
  /** Null: all, including those of later versions. */
  alarmTypes: v.nullable(v.array(AlarmType)),
  /** All own transmitters, including future ones. */
  everyOwn: v.boolean(),
  /** Further transmitters, own or watched. */
  controllerIds: v.array(v.number()),
  quietFrom: v.nullable(v.string()),
  quietTo: v.nullable(v.string()),
  timeZone: v.string(),
  /** The types that ring even in quiet hours; hints ring only if they are listed here. */
  ringsAlways: v.array(AlarmType),
  /** The season news of own hives that it reports. */
  seasonKinds: v.array(SeasonKind),
})
export type NotificationChannel = v.InferOutput<typeof NotificationChannel>

/** Whether alarms are known to arrive on a channel: one did, and nothing has suggested otherwise since. */
export const isHeard = ({
  status,
  heardAt,
  neverShownSince,
}: Pick<NotificationChannel, 'status' | 'heardAt' | 'neverShownSince'>): boolean =>
  heardAt !== null && neverShownSince === null && (status === 'active' || status === 'failing')

/**
 * Whether alarms are known to arrive for a person: some channel is known to work and covers one of the transmitters the person sees.
 * Somebody who sees none has nothing to miss, so any working channel is enough.
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
 * A change of a channel. `controllerIds` null means all own ones; a list without `everyOwn` means only these. Quiet hours are set with both
 * of their times, or removed by setting both to null.
 */
export const NotificationEdit = v.partial(
  v.object({
    name: ChannelName,
    /** Replaces the previous one. */
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
/** The code received by SMS or mail. */
export const NotificationCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(/^\d{6}$/),
  ),
})

/** The kinds of messages that this server can send. */
export const NotificationWays = v.object({ email: v.boolean(), sms: v.boolean() })

/** `enddate` null mutes until it is revoked. */
export const MuteBody = v.object({
  notificationType: AlarmType,
  enddate: v.nullable(Moment),
  /** Somebody typed the end as a time of day, instead of choosing how long: a wrong clock of the device leaves that alone. */
  isTyped: v.optional(v.boolean()),
  /** Leaves an existing mute unchanged if it lasts longer. */
  keepsLonger: v.optional(v.boolean()),
})
export const Mute = v.object({ controllerId: v.number(), notificationType: AlarmType, enddate: v.nullable(v.string()) })
export type Mute = v.InferOutput<typeof Mute>

export const MUTE_PRESET_HOURS = [1, 2] as const

/** `GET push/key`: the key a browser subscribes with. */
export const PushKey = v.object({ publicKey: v.string() })
/** The reply to a new channel. `signingSecret`: that of a new webhook, shown only once. */
export const NotificationReply = v.object({
  message: v.string(),
  signingSecret: v.optional(v.string()),
  ...NotificationChannel.entries,
})
/** The 409 reply if the channel already exists: its id. `ended`: it is a renewable one that its service no longer knows. */
export const NotificationExists = v.object({
  message: v.string(),
  code: v.literal('combination_exists'),
  id: v.number(),
  ended: v.optional(v.literal(true)),
})
export const NotificationRemovedReply = v.object({ message: v.string(), id: v.number() })
export const MuteReply = v.object({ message: v.string(), ...Mute.entries })
export const UnmuteReply = v.object({ message: v.string(), controllerId: v.number(), notificationType: AlarmType })
