import path from 'node:path'
import * as v from 'valibot'
import { emailAddress } from '#domain/platform/email-address.ts'
import { databasePlace, isDatabaseUrl } from './database-place.ts'
import { readMqttSettings } from './mqtt-settings.ts'
import { nodeVariables, readNodeSettings } from './node-settings.ts'
import { paymentVariables, readPaymentSettings } from './payment-settings.ts'
import { readSmsSettings } from './sms-settings.ts'

const flag = v.pipe(
  v.optional(v.picklist(['true', 'false', 'on', 'off', '1', '0'], 'true or false'), 'false'),
  v.transform((word) => word === 'true' || word === 'on' || word === '1'),
)
const whole = (fallback: number, minimum: number, maximum: number) =>
  v.pipe(
    v.optional(v.string(), String(fallback)),
    v.check(
      (text) => /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `a whole number from ${minimum} to ${maximum}`,
    ),
    v.transform(Number),
  )
/** The scheme is checked because mail.example.org:465 is a URL as well, of the scheme mail.example.org. */
const isAddress = (form: RegExp) => (text: string) => form.test(text) && URL.canParse(text)
const address = (form: RegExp, words: string) => v.optional(v.pipe(v.string(), v.check(isAddress(form), words)))
const OF_WEB = /^https?:\/\//i
const service = address(OF_WEB, 'an http or https address')
const link = address(/^(https?:\/\/|mailto:|tel:)/i, 'an http, https, mailto or tel address')
const site = address(/^https?:\/\/[^\s/?#]+\/?$/i, 'an https or http address without a path')
const mailServer = address(/^smtps?:\/\//i, 'smtps://<user>:<password>@<host>:465, or smtp://<host>:25')

function isVariantHost(text: string): boolean {
  const [, host] = /^([^=\s/]+)=(hivewatch|biovet)$/.exec(text) ?? []
  return host !== undefined && URL.canParse(`http://${host}`)
}

/** One reading a minute on eight channels makes 11,520 a day, and 345,600 a month. */
const READINGS_A_DAY = 1_000_000

/** A transmitter that spent the winter in a cellar may still send its stored readings. */
const RAW_DAYS_MINIMUM = 90

const TELEGRAM_URL = 'https://api.telegram.org'
const OPEN_METEO = 'https://api.open-meteo.com'
const OPEN_METEO_ARCHIVE = 'https://archive-api.open-meteo.com'

const Environment = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: whole(8080, 0, 65_535),
  PUBLIC_URL: site,
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isDatabaseUrl, 'file:<path of the SQLite file>, or postgres://<user>:<password>@<host>/<database>'),
    ),
  ),
  DATA_DIR: v.optional(v.string(), './data'),
  ...nodeVariables,
  SMTP_URL: mailServer,
  MAIL_FROM: v.optional(v.pipe(v.string(), emailAddress('an e-mail address'))),
  SMS_URL: v.optional(v.string()),
  SMS_BODY: v.optional(v.string()),
  SMS_HEADERS: v.optional(v.string()),
  SMS_EXPECT: v.optional(v.string()),
  TELEGRAM_URL: service,
  MQTT_URL: v.optional(v.string()),
  MQTT_TOPICS: v.optional(v.string()),
  MQTT_TRUST_TOPICS: flag,
  MQTT_HOME_ASSISTANT: v.optional(v.string()),
  MQTT_DISCOVERY_PREFIX: v.optional(v.string()),
  VAPID_SUBJECT: address(/^(mailto:|https:\/\/)/, 'a mailto: or https: address'),
  ADMIN_EMAIL: v.optional(v.pipe(v.string(), emailAddress('an e-mail address'))),
  ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, 'at least 8 characters'))),
  ADMIN_SECOND_FACTOR: flag,
  ADMIN_MENU_EXCLUDED_EMAIL: v.optional(v.pipe(v.string(), emailAddress('an e-mail address'))),
  WEATHER_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === 'off' || isAddress(OF_WEB)(text), 'an http or https address, or off'),
    ),
    OPEN_METEO,
  ),
  WEATHER_ARCHIVE_URL: service,
  WEATHER_API_KEY: v.optional(v.string()),
  ALLOW_PRIVATE_ENDPOINTS: flag,
  CLAIM_CODES: flag,
  OPEN_PROVISIONING: flag,
  OPEN_PROVISIONING_PER_DAY: whole(100, 1, 1_000_000),
  SUBSCRIPTIONS: v.optional(v.picklist(['on', 'off'], 'on or off'), 'on'),
  TRIAL_DAYS: whole(365, 0, 36_500),
  SHOP: v.optional(v.picklist(['on', 'off'], 'on or off'), 'on'),
  VARIANT_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text.split(',').filter(Boolean).every(isVariantHost), 'host=variant,…'),
    ),
    '',
  ),
  SUPPORT_URL: link,
  EXTERNAL_SHOP_URL: link,
  FORUM_URL: link,
  MAP_STYLE_URL: service,
  ...paymentVariables,
  TRUST_PROXY: flag,
  REGISTRATIONS_PER_HOUR: whole(60, 1, 1_000_000),
  INGEST_READINGS_PER_DAY: whole(READINGS_A_DAY, 20_000, 1_000_000_000),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'at least 16 characters'))),
  SENTRY_DSN: service,
  RETENTION_RAW_DAYS: v.optional(whole(RAW_DAYS_MINIMUM, RAW_DAYS_MINIMUM, 36_500)),
  RETENTION_DELIVERIES_DAYS: whole(90, 7, 36_500),
  RETENTION_MAILS_DAYS: whole(90, 7, 36_500),
  RETENTION_JOBS_DAYS: whole(90, 14, 36_500),
  RETENTION_AUDIT_DAYS: whole(1095, 30, 36_500),
  BACKUPS_KEPT: whole(7, 1, 1000),
  READERS: whole(2, 1, 16),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
})

export const settingNames: readonly string[] = Object.keys(Environment.entries)

export type Variant = 'hivewatch' | 'biovet'

export type Config = ReturnType<typeof readConfig>

/** An invalid setting; the message names the variable and says what it should be. */
export class ConfigError extends Error {}

const wanted = ({ message, expected }: v.BaseIssue<unknown>): string =>
  message.startsWith('Invalid') && expected ? expected : message

/** Messages at the start end up in logs, so URLs are shown without user and password, and keys and tokens not at all. */
function withoutSecrets(name: string, value = ''): string {
  if (/(TOKEN|KEY|SECRET|PASSWORD)$/.test(name)) return '…'
  return /(URL|DSN)$/.test(name) ? value.replace(/^.*@/s, '…@') : value
}

/** Reads, checks and types the settings from the environment. Throws `ConfigError` with a one-line message. */
export function readConfig(environment: Record<string, string | undefined>) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(Environment, filled)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const name = String(v.getDotPath(issue))
    throw new ConfigError(`${name} is "${withoutSecrets(name, filled[name])}"; it should be: ${wanted(issue)}`)
  }
  const settings = parsed.output
  if (!settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both, or neither')
  }
  const dataDir = path.resolve(settings.DATA_DIR)
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir,
    ...orConfigError(() => readNodeSettings(settings, dataDir)),
    database: databasePlace(settings.DATABASE_URL, dataDir),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `hivewatch@${mailDomain(settings.PUBLIC_URL)}`,
    sms: smsOf(settings),
    mqtt: mqttOf(settings),
    telegramUrl: (settings.TELEGRAM_URL ?? TELEGRAM_URL).replace(/\/$/, ''),
    payment: orConfigError(() => readPaymentSettings(settings)),
    weather: weatherOf(settings),
    vapidSubject: settings.VAPID_SUBJECT ?? settings.PUBLIC_URL ?? 'mailto:hivewatch@localhost.localdomain',
    admin: settings.ADMIN_EMAIL ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD ?? '' } : undefined,
    adminSecondFactor: settings.ADMIN_SECOND_FACTOR,
    excludedAdminEmail: settings.ADMIN_MENU_EXCLUDED_EMAIL?.toLowerCase(),
    allowPrivateEndpoints: settings.ALLOW_PRIVATE_ENDPOINTS,
    claimCodes: settings.CLAIM_CODES,
    openProvisioning: settings.OPEN_PROVISIONING,
    openProvisioningPerDay: settings.OPEN_PROVISIONING_PER_DAY,
    subscriptions: settings.SUBSCRIPTIONS === 'on',
    trialDays: settings.TRIAL_DAYS,
    shop: settings.SHOP === 'on',
    variantHosts: new Map(
      settings.VARIANT_HOSTS.split(',')
        .filter(Boolean)
        .map((pair) => pair.split('=') as [string, Variant])
        // as browsers name it, also if it has umlauts
        .map(([host, variant]) => [new URL(`http://${host}`).host, variant]),
    ),
    supportUrl: settings.SUPPORT_URL,
    externalShopUrl: settings.EXTERNAL_SHOP_URL,
    forumUrl: settings.FORUM_URL,
    mapStyleUrl: settings.MAP_STYLE_URL,
    trustProxy: settings.TRUST_PROXY,
    registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
    ingest: { readingsADay: settings.INGEST_READINGS_PER_DAY },
    metricsToken: settings.METRICS_TOKEN,
    sentryDsn: settings.SENTRY_DSN,
    retention: {
      rawDays: settings.RETENTION_RAW_DAYS,
      deliveriesDays: settings.RETENTION_DELIVERIES_DAYS,
      mailsDays: settings.RETENTION_MAILS_DAYS,
      jobsDays: settings.RETENTION_JOBS_DAYS,
      auditDays: settings.RETENTION_AUDIT_DAYS,
    },
    backupsKept: settings.BACKUPS_KEPT,
    readers: settings.READERS,
    logLevel: settings.LOG_LEVEL,
    revision: environment.REVISION ?? 'development',
    demo: undefined as { email: string; password: string } | undefined,
  }
}

/** Mail servers refuse senders whose domain does not exist, and a number or a local name is none. */
function mailDomain(site: string | undefined): string {
  const host = site ? new URL(site).hostname : ''
  return /\.[a-z][a-z0-9-]*$/.test(host) ? host : 'localhost.localdomain'
}

/** A custom weather service is used for the archive too, unless another one is set for that. */
function weatherOf({ WEATHER_URL, WEATHER_ARCHIVE_URL, WEATHER_API_KEY }: v.InferOutput<typeof Environment>) {
  const bare = (text: string) => text.replace(/\/$/, '')
  const archive = WEATHER_ARCHIVE_URL ?? (WEATHER_URL === OPEN_METEO ? OPEN_METEO_ARCHIVE : WEATHER_URL)
  return {
    url: WEATHER_URL === 'off' ? undefined : bare(WEATHER_URL),
    archiveUrl: bare(archive),
    apiKey: WEATHER_API_KEY,
  }
}

const smsOf = ({ SMS_URL, SMS_BODY, SMS_HEADERS, SMS_EXPECT }: v.InferOutput<typeof Environment>) =>
  orConfigError(() => readSmsSettings({ SMS_URL, SMS_BODY, SMS_HEADERS, SMS_EXPECT }))

const mqttOf = (settings: v.InferOutput<typeof Environment>) => {
  const { MQTT_URL, MQTT_TOPICS, MQTT_TRUST_TOPICS, MQTT_HOME_ASSISTANT, MQTT_DISCOVERY_PREFIX } = settings
  const named = { MQTT_URL, MQTT_TOPICS, MQTT_TRUST_TOPICS, MQTT_HOME_ASSISTANT, MQTT_DISCOVERY_PREFIX }
  return orConfigError(() => readMqttSettings(named))
}

function orConfigError<Settings>(read: () => Settings): Settings {
  try {
    return read()
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}
