import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { MqttMessage } from '../platform/mqtt-link.ts'
import type { MqttSettings } from '../platform/mqtt-settings.ts'
import { type AdmittedKey, admitKey } from '../readings/admit-key.ts'
import { type IngestDeps, takeIn } from '../readings/answer-ingest.ts'
import { findByImei } from '../readings/formats/find-transmitter.ts'
import { submitReadings } from '../readings/formats/submit-readings.ts'
import { readDeviceTopic, type TopicValues } from './read-device-topic.ts'

const READINGS_TOPIC = /^hivewatch\/(\d{15})\/readings$/
export const READINGS_TOPICS = 'hivewatch/+/readings'
/** Longer than so nobody waits for a transmitter that sends too much. */
const PATIENCE_SECONDS = 2

export type TakeInDeps = IngestDeps & Pick<Deps, 'logger'>
type Settings = Pick<MqttSettings, 'trustsTopics' | 'topics'>
/** What a transmitter may read about its message; undefined for other firmwares, which know nothing of it. */
type Answer = { imei: string; reply: object } | undefined

/** Takes in messages of a broker by the same way as requests. */
export function createTakeIn(deps: TakeInDeps, settings: Settings) {
  // a second may hold one reading of a channel: what comes in the same one, a temperature after a weight, is put behind it
  const lastTimes = new Map<string, number>()

  /** Resolves when what is good in it is durable, or it was refused for good. Rejects where it could not be stored. */
  return async (message: MqttMessage): Promise<Answer> => {
    const imei = READINGS_TOPIC.exec(message.topic)?.[1]
    try {
      return imei === undefined
        ? await patiently(() => takeInOther(message))
        : { imei, reply: await patiently(() => takeInNative(imei, message)) }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const { topic } = message
      deps.logger.info({ topic, code: error.code }, 'a message of the broker was refused')
      return imei === undefined ? undefined : { imei, reply: { code: error.code, issues: error.issues } }
    }
  }

  async function takeInNative(imei: string, { payload, userProperties }: MqttMessage): Promise<object> {
    const { deviceKey = userProperties.deviceKey, ...body } = objectIn(payload)
    if (body.imei !== undefined && body.imei !== imei) throw new AppError(400, 'imei_imsi_mismatch')
    const admitted = await admit(imei, deviceKey, payload.length)
    return takeIn(deps, admitted, { imei, ...body }, () => deps.config.publicUrl ?? '')
  }

  async function admit(imei: string, deviceKey: unknown, bytes: number): Promise<AdmittedKey> {
    if (deviceKey === undefined && settings.trustsTopics) return admitByTopic(imei, bytes)
    return admitKey(deps, typeof deviceKey === 'string' ? deviceKey : undefined, {
      address: () => `mqtt ${imei}`,
      bytes,
    })
  }

  async function admitByTopic(imei: string, bytes: number): Promise<AdmittedKey> {
    const { id, device_key_hash: hash } = await findByImei(deps, imei)
    const budget = deps.keyBudgets.learn(hash, id)
    deps.keyBudgets.takeRequest(budget, bytes)
    return { hash, budget }
  }

  async function takeInOther({ topic, payload, isRetained }: MqttMessage): Promise<undefined> {
    // it was said at some time before
    if (isRetained) return
    for (const values of readDeviceTopic(settings.topics, topic, payload.toString('utf8'))) await submit(values)
  }

  async function submit({ imei, time, channels, battery, signal }: TopicValues): Promise<void> {
    const transmitter = await findByImei(deps, imei)
    const readings = [...channels].map(([channel, values]) => {
      const name = `${imei} ${channel}`
      const second = Math.max(
        Math.floor((time ?? deps.clock.now()) / 1000),
        time === undefined ? (lastTimes.get(name) ?? 0) + 1 : 0,
      )
      if (time === undefined) lastTimes.set(name, second)
      return { time: new Date(second * 1000).toISOString(), channel, ...values }
    })
    await submitReadings(deps, transmitter, { battery, signal, softwareVersion: null, raw: [], readings })
  }
}

/** Who sends a little too much is waited for; who sends much too much holds up nobody else. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const seconds = error instanceof AppError && error.status === 429 ? error.retryAfterSeconds : undefined
    if (seconds === undefined || seconds > PATIENCE_SECONDS) throw error
    await pause(seconds * 1000)
    return work()
  }
}

function objectIn(payload: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(payload.toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    // told below
  }
  throw new AppError(400, 'body_not_json')
}
