import * as v from 'valibot'

/** `raw`: JSON to a web address. `capaz`: an e-mail in the format of an SMS. `trachtnet`: a file by FTP. */
export const ForwardingTarget = v.picklist(['raw', 'capaz', 'trachtnet'])
export type ForwardingTarget = v.InferOutput<typeof ForwardingTarget>
/** `unconfirmed`: nothing is mailed to the address until the code sent there has been entered. */
export const ForwardingStatus = v.picklist(['unconfirmed', 'active', 'failing', 'paused'])
export type ForwardingStatus = v.InferOutput<typeof ForwardingStatus>

/** The longest template, in letters. */
export const TEMPLATE_MAXIMUM = 4000
export const TITLE_MAXIMUM = 200
/** The shortest interval between two forwardings of new readings. */
export const FORWARDING_INTERVAL_SECONDS = 3600
export const FORWARDINGS_PER_CHANNEL = 10
/** Stands for the password when an address is read back; sending it again means no change. */
export const PASSWORD_MASK = '***'

const Address = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))
/** Null means the target's default. */
const Title = v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(TITLE_MAXIMUM)))
const Template = v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(TEMPLATE_MAXIMUM)))

/** `title`: template for the mail's subject or the file's name; `template`: for the text. `raw` has neither. */
export const ForwardingBody = v.object({
  target: ForwardingTarget,
  address: Address,
  title: v.optional(Title),
  template: v.optional(Template),
})
export type ForwardingBody = v.InferOutput<typeof ForwardingBody>

export const ForwardingEditBody = v.partial(
  v.object({ address: Address, title: Title, template: Template, paused: v.boolean() }),
)
export type ForwardingEditBody = v.InferOutput<typeof ForwardingEditBody>

/** Reasons why something could not be forwarded; each has a text. */
export const forwardingErrors = [
  'name_unknown',
  'unreachable',
  'timeout',
  'tls',
  'redirect',
  'http_status',
  'mail_unavailable',
  'mail_refused',
  'mail_failed',
  'login_refused',
  'upload_refused',
  'password_lost',
  'internal',
] as const
export type ForwardingError = (typeof forwardingErrors)[number]

/** A forwarding as its owner sees it. `nextDueAt` null: as soon as there is something new. */
export const Forwarding = v.object({
  id: v.number(),
  controllerId: v.number(),
  channel: v.number(),
  target: ForwardingTarget,
  address: v.string(),
  title: v.nullable(v.string()),
  template: v.nullable(v.string()),
  status: ForwardingStatus,
  lastSentAt: v.nullable(v.string()),
  nextDueAt: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  failures: v.number(),
})
export type Forwarding = v.InferOutput<typeof Forwarding>
export const ForwardingReply = v.object({ message: v.string(), ...Forwarding.entries })
export const ForwardingRemovedReply = v.object({ message: v.string(), id: v.number() })

/** Time in epoch seconds; kg, °C, %. */
const ForwardedReading = v.object({
  time: v.number(),
  weight: v.nullable(v.number()),
  temperature: v.nullable(v.number()),
  humidity: v.nullable(v.number()),
})
export type ForwardedReading = v.InferOutput<typeof ForwardedReading>

/** The content of a message, oldest reading first. Battery in V, signal in dBm. */
export const ForwardingContent = v.object({
  controller: v.object({ id: v.number(), name: v.string(), imei: v.string(), imsi: v.string() }),
  channel: v.number(),
  scale: v.object({ id: v.number(), name: v.string() }),
  battery: v.nullable(v.number()),
  signal: v.nullable(v.number()),
  zone: v.union([v.object({ timeZone: v.string() }), v.object({ utcOffsetHours: v.number() })]),
  readings: v.array(ForwardedReading),
})
export type ForwardingContent = v.InferOutput<typeof ForwardingContent>

/** The last readings of a channel, for trying out templates; `isExample`: there are none yet, so these are made up. */
export const ForwardingPreview = v.object({ isExample: v.boolean(), content: ForwardingContent })

/** The default templates of the targets that have some. No specification of either format is public. */
export const defaultTemplates = {
  capaz: {
    title: '{imsi}',
    template:
      '{#readings}\n{imsi} {date:dd.MM.yyyy} {time:HH:mm} {weight:0.00|-} {temperature:0.0|-} {humidity:0|-} {battery:0.00|-} {signal|-}\n{/readings}\n',
  },
  trachtnet: {
    title: '{imsi}_{channel}_{time:yyyyMMdd_HHmmss}.csv',
    template:
      'imsi;channel;date;time;weight_kg;temperature_c;humidity_percent\n{#readings}\n{imsi};{channel};{date};{time};{weight:0.000};{temperature:0.0};{humidity:0}\n{/readings}\n',
  },
} as const satisfies Record<Exclude<ForwardingTarget, 'raw'>, { title: string; template: string }>

/** The body of a `raw` message: numbers in kg, °C and so on, times in UTC. `test` tells a trial from the real thing. */
export function rawBody({ controller, channel, scale, battery, signal, readings }: ForwardingContent, isTest = false) {
  return {
    ...(isTest ? { test: true } : {}),
    controller: { id: controller.id, name: controller.name },
    channel,
    scale,
    readings: readings.map(({ time, ...values }) => ({ time: new Date(time * 1000).toISOString(), ...values })),
    ...(battery === null ? {} : { battery }),
    ...(signal === null ? {} : { signal }),
  }
}
