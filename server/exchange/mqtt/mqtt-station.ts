import { setTimeout as pause } from 'node:timers/promises'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { type MqttLink, type MqttMessage, openMqttLink } from '../../platform/adapters/mqtt-link.ts'
import type { MqttSettings } from '../../platform/config/mqtt-settings.ts'
import { createHomeAssistant } from './home-assistant.ts'
import { createTakeIn, READINGS_TOPICS, type TakeInDeps } from './take-in-message.ts'

const ENVELOPE_BYTES = 4096
const TOLD_AFTER_MS = 30_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 10_000

const STATUS_TOPIC = 'hivewatch/status'

export type MqttStation = Pick<MqttLink, 'isConnected' | 'stop'> & {
  /** Resolves when Home Assistant has been sent everything known so far. */
  idle(): Promise<void>
}
type StationDeps = TakeInDeps & Pick<Deps, 'secrets' | 'troubles' | 'events' | 'loops'>

/** Connects to the broker, takes in what transmitters publish, and publishes scales for Home Assistant. */
export async function openMqttStation(
  deps: StationDeps,
  settings: MqttSettings,
  onConnected: () => void = () => undefined,
): Promise<MqttStation> {
  const { logger, troubles, secrets } = deps
  const takeIn = createTakeIn(deps, settings)
  let silence: NodeJS.Timeout | undefined

  /** The disk is full, or the database is locked: messages not acknowledged are safe at the broker. */
  async function untilStored(message: MqttMessage, signal: AbortSignal) {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      try {
        return await takeIn(message)
      } catch (error) {
        logger.error(
          { err: error, topic: message.topic },
          'a message from the broker could not be stored; will try again',
        )
        await pause(wait, undefined, { signal, ref: false })
      }
    }
  }

  // the same after each start, and different for each installation
  const installation = secrets.keyedHash('client', 'mqtt').slice(0, 12)
  const version = deps.config.revision
  const naming = { prefix: settings.discoveryPrefix, installation, statusTopic: STATUS_TOPIC, version }
  let link: MqttLink | undefined
  const homeAssistant = createHomeAssistant(deps, settings, naming, () => link)
  link = await openMqttLink(
    { ...settings, clientId: `hivewatch-${installation}` },
    {
      subscriptions: [...new Set([READINGS_TOPICS, ...settings.topics.map(({ topic }) => topic)])],
      presence: { topic: STATUS_TOPIC, online: 'online', offline: 'offline' },
      maximumBytes: BODY_MAXIMUM_BYTES + ENVELOPE_BYTES,
      async onMessage(message, signal) {
        const answer = await untilStored(message, signal)
        if (!answer || !link?.isConnected()) return
        const reply = JSON.stringify(answer.reply)
        void link.publish(`hivewatch/${answer.imei}/reply`, reply, { retain: false, qos: 0 }).catch(() => undefined)
      },
      onConnected() {
        clearTimeout(silence)
        silence = undefined
        logger.info('connected to the MQTT broker')
        void troubles.clear('mqtt_failing')
        homeAssistant.publishAnew()
        onConnected()
      },
      onRefused(topics) {
        if (topics.length === 0) void troubles.clear('mqtt_refused')
        else {
          logger.warn({ topics }, 'the broker does not let this server subscribe to all topics; will try again')
          void troubles.raise({ kind: 'mqtt_refused', values: { first: topics[0]!, count: topics.length } })
        }
      },
      onLost(reason) {
        logger.info({ reason }, 'no connection to the MQTT broker; will try again')
        silence ??= setTimeout(() => void troubles.raise({ kind: 'mqtt_failing' }), TOLD_AFTER_MS).unref()
      },
    },
    deps,
  )
  const opened = link
  return {
    ...opened,
    idle: homeAssistant.idle,
    async stop() {
      clearTimeout(silence)
      await homeAssistant.stop()
      await opened.stop()
    },
  }
}
