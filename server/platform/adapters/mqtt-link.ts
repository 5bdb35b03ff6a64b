import { setTimeout as pause } from 'node:timers/promises'
import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt'
import { defined } from '#domain/platform/defined.ts'
import type { MqttSettings } from '../config/mqtt-settings.ts'
import type { Logger } from '../runtime/logger.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const CONNECT_TIMEOUT_MS = 15_000
const KEEP_ALIVE_SECONDS = 60
/** A broker keeps what it could not hand over for so long. */
const SESSION_SECONDS = 7 * 24 * 3600
const LAST_WORDS_MS = 1000
const NOT_GRANTED = 128
/** The broker's rules may be set right while it runs. */
const REFUSED_AGAIN_MS = 60_000

export type MqttMessage = {
  topic: string
  payload: Buffer
  isRetained: boolean
  /** Of MQTT 5. */
  userProperties: Record<string, string | string[]>
}

export type MqttHandlers = {
  subscriptions: readonly string[]
  /** The last will, and what is said while it is not due. */
  presence: { topic: string; online: string; offline: string }
  maximumBytes: number
  /**
   * Resolves when the message may be acknowledged. Where it rejects it is not: the connection is made anew, and the broker brings it
   * again. `signal`: the connection it came by is gone.
   */
  onMessage(message: MqttMessage, signal: AbortSignal): Promise<void>
  onConnected(): void
  /** Topics that the broker does not let this server read, after each time that they were asked for; none any more where it is empty. */
  onRefused(topics: readonly string[]): void
  onLost(reason: string): void
}

export type MqttLink = {
  /** Resolves when the broker has it. What is said while there is none is said when there is one again. */
  publish(topic: string, payload: string, options: { retain: boolean; qos: 0 | 1 }): Promise<void>
  isConnected(): boolean
  stop(): Promise<void>
}

/**
 * A connection to a broker that comes back by itself, with a session that the broker keeps (MQTT 5): what came while this server was
 * away is brought when it is back. One message is taken in at a time, in the order of the broker, and acknowledged when
 * it is stored.
 */
export async function openMqttLink(
  settings: Pick<MqttSettings, 'url' | 'username' | 'password'> & { clientId: string },
  handlers: MqttHandlers,
  { logger }: { logger: Logger },
): Promise<MqttLink> {
  // what it takes is loaded only where there is a broker
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
      // by another connection it would answer for another message
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
        logger.error({ err: error, topic }, 'a message of the broker could not be taken in; it comes again')
      return false
    }
  }

  client.on('connect', () => {
    failures = 0
    const { signal } = connection
    void begin(signal).catch((error: Error) => {
      if (signal.aborted) return
      reason = error.message
      logger.warn({ err: error }, 'the broker does not answer; the connection is made anew')
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
    // many that lost the same broker do not come back at once
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

  /** Resolves with those that the broker refuses: they cost the others nothing. */
  async function subscribe(topics: readonly string[], signal: AbortSignal): Promise<string[]> {
    const refused: string[] = []
    for (const topic of topics) {
      try {
        // what is retained is brought when it is subscribed first, not at each connection
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

/** The broker's answer says no; any other error is of the connection. */
function isRefusal(error: unknown): boolean {
  const { packet } = error as { packet?: { granted?: readonly unknown[] } }
  return packet?.granted?.some((code) => Number(code) >= NOT_GRANTED) === true
}

async function sayGoodbye(client: MqttClient, { topic, offline }: MqttHandlers['presence']): Promise<void> {
  if (client.connected) await client.publishAsync(topic, offline, { qos: 1, retain: true }).catch(() => undefined)
}
