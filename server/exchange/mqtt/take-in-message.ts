import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { type AdmittedKey, admitKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { noteRefused, noteUnadmitted } from '../../hives/readings/refusals/note-refused.ts'
import { parseJson } from '../../hives/readings/request/read-body.ts'
import type { MqttMessage } from '../../platform/adapters/mqtt-link.ts'
import type { MqttSettings } from '../../platform/config/mqtt-settings.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { emptyMessage } from '../formats/device-message.ts'
import { findByImei } from '../formats/find-transmitter.ts'
import { submitReadings } from '../formats/submit-readings.ts'
import { type IngestDeps, takeIn } from '../ingest/answer-ingest.ts'
import { readDeviceTopic, type TopicValues } from './read-device-topic.ts'

const READINGS_TOPIC = /^hivewatch\/(\d{15})\/readings$/
export const READINGS_TOPICS = 'hivewatch/+/readings'
/** A transmitter that sends slightly too much may hold up others for this long, and not again for `IMPATIENT_FOR_MS`. */
const PATIENCE_SECONDS = 2
const IMPATIENT_FOR_MS = 60_000
/** If the time of arrival counts, only one value per quantity and channel is taken in this period, since a second holds only one reading. */
const VALUES_APART_MS = 5000

export type TakeInDeps = IngestDeps & Pick<Deps, 'logger'>
type Settings = Pick<MqttSettings, 'trustsTopics' | 'topics'>
/** The result that a transmitter may read; undefined for other firmwares, which do not expect one. */
type Answer = { imei: string; reply: object } | undefined

/** Takes in messages from a broker through the same path as requests. */
export function createTakeIn(deps: TakeInDeps, settings: Settings) {
  // a value that arrives in the same second as another of its channel is dated right after it
  const lastSeconds = new Map<string, number>()
  const lastValues = new Map<string, number>()
  let impatientUntil = Number.NEGATIVE_INFINITY

  /** Resolves when everything valid in the message is durable, or when it was refused for good. Rejects if it could not be stored. */
  return async (message: MqttMessage): Promise<Answer> => {
    // this is how a retained message is cleared
    if (message.payload.length === 0) return
    const imei = READINGS_TOPIC.exec(message.topic)?.[1]
    if (imei === undefined) return takeInOther(message)
    const { topic } = message
    try {
      return { imei, reply: await patiently(() => takeInNative(imei, message)) }
    } catch (error) {
      const { code, issues } = refusalIn(error, topic)
      await noteUnadmitted(deps, error, async () => imei, { path: topic })
      return { imei, reply: { code, issues } }
    }
  }

  /** Returns the error if it is a final refusal; rethrows all others. */
  function refusalIn(error: unknown, topic: string): AppError {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    deps.logger.info({ topic, code: error.code }, 'a message from the broker was refused')
    return error
  }

  async function takeInNative(imei: string, { payload, userProperties }: MqttMessage): Promise<object> {
    const { deviceKey = userProperties.deviceKey, ...body } = objectIn(payload)
    if (body.imei !== undefined && body.imei !== imei) throw new AppError(400, 'imei_imsi_mismatch')
    const admitted = await admit(imei, deviceKey, payload.length)
    try {
      return await takeIn(deps, admitted, { imei, ...body }, () => deps.config.publicUrl ?? '')
    } catch (error) {
      noteRefused(deps, admitted, error)
      throw error
    }
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
    // it was sent at some earlier time
    if (isRetained) return
    for (const values of readDeviceTopic(settings.topics, topic, payload.toString('utf8'))) {
      try {
        await patiently(() => submit(values))
      } catch (error) {
        // a fault of one transmitter must not affect the others
        refusalIn(error, topic)
      }
    }
  }

  async function submit({ imei, time, channels, battery, signal }: TopicValues): Promise<void> {
    const transmitter = await findByImei(deps, imei)
    const readings = [...channels].flatMap(([channel, values]) => {
      const place = `${imei} ${channel}`
      const fresh = time === undefined ? freshOf(place, values) : values
      if (Object.keys(fresh).length === 0) return []
      const second = time === undefined ? nextSecond(place) : Math.floor(time / 1000)
      return [{ time: new Date(second * 1000).toISOString(), channel, ...fresh }]
    })
    if (readings.length === 0 && battery === null && signal === null) return
    const now = { battery, signal, softwareVersion: null, stations: [] }
    const said =
      time === undefined
        ? now
        : { ...emptyMessage(), stations: [{ time: new Date(time).toISOString(), battery, signal }] }
    await submitReadings(deps, transmitter, { ...said, raw: [], readings })
    // what was not stored will be sent again, and must count as fresh then
    if (time === undefined) for (const reading of readings) noteStored(imei, reading)
  }

  function freshOf(place: string, values: object): object {
    const now = deps.clock.now()
    return Object.fromEntries(
      Object.entries(values).filter(([quantity]) => {
        const sinceMs = now - (lastValues.get(`${place} ${quantity}`) ?? Number.NEGATIVE_INFINITY)
        return sinceMs < 0 || sinceMs >= VALUES_APART_MS
      }),
    )
  }

  function nextSecond(place: string): number {
    const now = Math.floor(deps.clock.now() / 1000)
    const last = lastSeconds.get(place) ?? 0
    // after the clock was set back, start over
    return last >= now && last < now + VALUES_APART_MS / 1000 ? last + 1 : now
  }

  function noteStored(imei: string, { time, channel, ...values }: { time: string; channel: number }): void {
    const place = `${imei} ${channel}`
    lastSeconds.set(place, Date.parse(time) / 1000)
    for (const quantity of Object.keys(values)) lastValues.set(`${place} ${quantity}`, deps.clock.now())
  }

  /** Waits once in a while for a key that sends slightly too much; one that keeps doing so, or tries without a valid key, holds up nobody else. */
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const isTooFast = error instanceof AppError && error.code === 'device_too_fast'
      const seconds = isTooFast ? (error.retryAfterSeconds ?? 0) : Number.POSITIVE_INFINITY
      if (seconds > PATIENCE_SECONDS || performance.now() < impatientUntil) throw error
      impatientUntil = performance.now() + IMPATIENT_FOR_MS
      await pause(seconds * 1000)
      return work()
    }
  }
}

function objectIn(payload: Buffer): Record<string, unknown> {
  const body = parseJson(payload)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new AppError(400, 'body_not_json')
}
