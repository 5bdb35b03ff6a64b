import * as v from 'valibot'
import { canDecode } from './database-place.ts'

const mqttQuantities = ['weight', 'temperature', 'humidity', 'battery', 'signal'] as const

const Path = v.pipe(v.string(), v.regex(/^[^.]+(\.[^.]+)*$/, 'names separated by dots'))
/** A topic of other firmware, and the meaning of its payload: a number, or the one at `value` in its JSON. */
const DeviceTopic = v.strictObject({
  topic: v.pipe(v.string(), v.regex(/^[^#+\0]{1,500}$/, 'a topic without + and #')),
  imei: v.pipe(v.string(), v.regex(/^\d{15}$/, 'the IMEI of a transmitter')),
  /** 0 is the transmitter itself. */
  channel: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8)), 0),
  quantity: v.picklist(mqttQuantities),
  value: v.optional(Path),
  /** Path of the time in the JSON: ISO 8601, or since 1970; one without a zone is ignored. */
  time: v.optional(Path),
  /** The factor that converts the value to kg, °C, %, V or dBm. */
  factor: v.optional(v.pipe(v.number(), v.finite()), 1),
})
export type DeviceTopic = v.InferOutput<typeof DeviceTopic>

export type MqttSettings = {
  url: string
  username: string | undefined
  password: string | undefined
  /** The broker only lets each transmitter write to its own topic, so messages need no device key. */
  trustsTopics: boolean
  topics: readonly DeviceTopic[]
  /** E-mail addresses of the accounts published to Home Assistant; `*` means all. */
  homeAssistant: readonly string[]
  discoveryPrefix: string
}

type Name = 'MQTT_URL' | 'MQTT_TOPICS' | 'MQTT_TRUST_TOPICS' | 'MQTT_HOME_ASSISTANT' | 'MQTT_DISCOVERY_PREFIX'
type Environment = Partial<Record<Exclude<Name, 'MQTT_TRUST_TOPICS'>, string | undefined>> & {
  MQTT_TRUST_TOPICS: boolean
}

const PROTOCOLS = ['mqtt:', 'mqtts:', 'ws:', 'wss:']

/**
 * The broker settings; undefined without `MQTT_URL`. Throws an Error whose message names the setting and what it should be, without
 * repeating secrets.
 */
export function readMqttSettings(environment: Environment): MqttSettings | undefined {
  const { MQTT_URL: text, MQTT_TOPICS, MQTT_TRUST_TOPICS, MQTT_HOME_ASSISTANT, MQTT_DISCOVERY_PREFIX } = environment
  if (text === undefined) {
    const alone = Object.entries(environment).find(([, value]) => value !== undefined && value !== false)
    if (alone) throw new Error(`${alone[0]} needs MQTT_URL`)
    return undefined
  }
  if (!URL.canParse(text) || !PROTOCOLS.includes(new URL(text).protocol) || !canDecode(new URL(text)))
    throw new Error(
      'MQTT_URL should be: mqtts://user:password@host:8883, or mqtt:// on your own network; write % as %25',
    )
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const prefix = MQTT_DISCOVERY_PREFIX ?? 'homeassistant'
  if (!/^[^#+\0/]+(\/[^#+\0/]+)*$/.test(prefix))
    throw new Error('MQTT_DISCOVERY_PREFIX should be: a topic such as homeassistant')
  return {
    url: url.href,
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    trustsTopics: MQTT_TRUST_TOPICS,
    topics: readTopics(MQTT_TOPICS ?? '[]'),
    homeAssistant: (MQTT_HOME_ASSISTANT ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []),
    discoveryPrefix: prefix,
  }
}

/** The broker's address as shown to users; empty if it is on a network that they cannot reach. */
export function shownBroker({ url }: Pick<MqttSettings, 'url'>): string {
  const { hostname, protocol, port } = new URL(url)
  const isPublic =
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(hostname) && !/\.(local|lan|internal|home)$/i.test(hostname)
  return isPublic ? `${protocol}//${hostname}${port && `:${port}`}` : ''
}

function readTopics(text: string): DeviceTopic[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(DeviceTopic)), text)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const where = v.getDotPath(issue)
  throw new Error(
    'MQTT_TOPICS should be: JSON such as [{"topic":"hive/sensor/weight/state","imei":"…","channel":1,"quantity":"weight"}]' +
      `${where === null ? '' : `; ${where} is wrong: ${issue.message}`}`,
  )
}
