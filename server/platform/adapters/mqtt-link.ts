import { setTimeout as pause } from 'node:timers/promises'
import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt'
import { defined } from '#domain/platform/defined.ts'
import type { MqttSettings } from '../config/mqtt-settings.ts'
import type { Logger } from '../runtime/logger.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const CONNECT_TIMEOUT_MS = 15_000
const KEEP_ALIVE_SECONDS = 60
/** How long a broker keeps messages it could not deliver. */
const SESSION_SECONDS = 7 * 24 * 3600
const LAST_WORDS_MS = 1000
const NOT_GRANTED = 128
/** A broker's access rules may be fixed while it runs. */
const REFUSED_AGAIN_MS = 60_000

export type MqttMessage = {
  topic: string
  payload: Buffer
  isRetained: boolean
  /** MQTT 5 user properties. */
  userProperties: Record<string, string | string[]>
}

export type MqttHandlers = {
  subscriptions: readonly string[]
  /** The last will (`offline`), and what is published while connected (`online`). */
  presence: { topic: string; online: string; offline: string }
  maximumBytes: number
  /**
   * Resolves when the message may be acknowledged. If it rejects, the message is not acknowledged: the connection is reopened, and the broker
   * delivers it again. `signal`: fires if the connection it came by is gone.
   */
  onMessage(message: MqttMessage, signal: AbortSignal): Promise<void>
  onConnected(): void
  /** Called after each subscribing with the topics that the broker does not let this server read; empty if there are none left. */
  onRefused(topics: readonly string[]): void
  onLost(reason: string): void
}

export type MqttLink = {
  /** Resolves when the broker has the message. Without a connection, messages are sent once there is one again. */
  publish(topic: string, payload: string, options: { retain: boolean; qos: 0 | 1 }): Promise<void>
  isConnected(): boolean
  stop(): Promise<void>
}

/**
 * A self-reconnecting connection to a broker, which keeps its session (MQTT 5): messages that arrive while this server is
 * away are delivered when it returns. Messages are taken in one at a time, in the broker's order, and each is acknowledged once
 * it is stored.
 */
export async function openMqttLink(
  settings: Pick<MqttSettings, 'url' | 'username' | 'password'> & { clientId: string },
  handlers: MqttHandlers,
  { logger }: { logger: Logger },
): Promise<MqttLink> {
  // the library is loaded only if there is a broker
  const { connect } = await import('mqtt')
  const { url, username, password, clientId } = settings
  const { presence } = handlers
  const options: IClientOptions = {
    clientId,
    ...defined({ username, password }),
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: SESSION_SECONDS, maximumPacketSize: handlers.maximumBytes },
    will: { topic: presence.topic, payload: Buffer.from(presence.offline), qos: 1, retain: true },
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: FIRST_PAUSE_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
  }
  const client = connect(url, options)
  let connection = new AbortController()
  let failures = 0
  let reason = 'no connection'
  let isStopping = false

  client.handleMessage = (packet, acknowledge) => {
    const { signal } = connection
    void takeIn(packet, signal).then((isTaken) => {
      // on another connection, this would acknowledge a different message
      if (signal.aborted || isStopping) return
      if (isTaken) acknowledge()
      else client.stream.destroy()
    })
  }

  async function takeIn({ topic, payload, retain, properties }: IPublishPacket, signal: AbortSignal): Promise<boolean> {
    try {
      const userProperties = { ...properties?.userProperties }
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
      await handlers.onMessage({ topic, payload: bytes, isRetained: retain, userProperties }, signal)
      return true
    } catch (error) {
      if (!signal.aborted)
        logger.error({ err: error, topic }, 'a message from the broker could not be processed; it will come again')
      return false
    }
  }

  client.on('connect', () => {
    failures = 0
    const { signal } = connection
    void begin(signal).catch((error: Error) => {
      if (signal.aborted) return
      reason = error.message
      logger.warn({ err: error }, 'the broker does not answer; reconnecting')
      client.stream.destroy()
    })
  })
  client.on('error', (error) => {
    reason = error.message
  })
  client.on('close', () => {
    connection.abort()
    connection = new AbortController()
    failures++
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10))
    // random pauses, so that many clients that lost the same broker do not all return at once
    client.options.reconnectPeriod = longest * (0.5 + Math.random() / 2)
    if (!isStopping) handlers.onLost(reason)
  })

  async function begin(signal: AbortSignal): Promise<void> {
    let refused = await subscribe(handlers.subscriptions, signal)
    await client.publishAsync(presence.topic, presence.online, { qos: 1, retain: true })
    handlers.onConnected()
    handlers.onRefused(refused)
    while (refused.length > 0) {
      const isOver = await pause(REFUSED_AGAIN_MS, false, { signal, ref: false }).catch(() => true)
      if (isOver) return
      refused = await subscribe(refused, signal)
      handlers.onRefused(refused)
    }
  }

  /** Resolves with the topics that the broker refuses, without affecting the others. */
  async function subscribe(topics: readonly string[], signal: AbortSignal): Promise<string[]> {
    const refused: string[] = []
    for (const topic of topics) {
      try {
        // retained messages are delivered on the first subscription, not on each connection
        await client.subscribeAsync(topic, { qos: 1, rh: 1 })
      } catch (error) {
        if (signal.aborted || !isRefusal(error)) throw error
        refused.push(topic)
      }
    }
    return refused
  }

  return {
    async publish(topic, payload, { retain, qos }) {
      await client.publishAsync(topic, payload, { retain, qos })
    },
    isConnected: () => client.connected,
    async stop() {
      isStopping = true
      connection.abort()
      await Promise.race([sayGoodbye(client, presence), pause(LAST_WORDS_MS)])
      const isOver = await Promise.race([client.endAsync().then(() => true), pause(LAST_WORDS_MS)])
      if (!isOver) await client.endAsync(true)
    },
  }
}

/** Whether the broker itself refused; any other error comes from the connection. */
function isRefusal(error: unknown): boolean {
  const { packet } = error as { packet?: { granted?: readonly unknown[] } }
  return packet?.granted?.some((code) => Number(code) >= NOT_GRANTED) === true
}

async function sayGoodbye(client: MqttClient, { topic, offline }: MqttHandlers['presence']): Promise<void> {
  if (client.connected) await client.publishAsync(topic, offline, { qos: 1, retain: true }).catch(() => undefined)
}
