import type { FieldFault } from '#domain/hives/doctor/field-fault.ts'
import type { LeftOut, Rejection } from '#domain/hives/ingest-message.ts'
import { READINGS_MAXIMUM } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { keepRaw, weighRaw } from '../../hives/calibrations/weigh-raw.ts'
import { nextKeyOf } from '../../hives/controllers/next-key.ts'
import { submitWithin } from '../../hives/readings/key-budgets/submit-within.ts'
import { leftOutOf, noteFaults } from '../../hives/readings/refusals/note-faults.ts'
import { noteNothingTaken } from '../../hives/readings/refusals/note-refused.ts'
import { noteTimes } from '../../hives/readings/refusals/note-times.ts'
import { parseRequest } from '../../hives/readings/request/parse-request.ts'
import { noteUnknown } from '../../hives/unknown-fields/note-unknown.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { DeviceMessage, DeviceReading } from './device-message.ts'
import type { KeyHolder } from './format-queries.ts'

export type Submitted = {
  status: 'stored' | 'expired'
  accepted: number
  duplicates: number
  rejected: Rejection[]
  leftOut?: LeftOut[]
  updateIntervalHours: number
  /** A new key for the transmitter. */
  deviceKey?: string
}

export type Submitting = Pick<
  Deps,
  | 'refusals'
  | 'refusedTimes'
  | 'fieldFaults'
  | 'database'
  | 'clock'
  | 'config'
  | 'ingest'
  | 'keyBudgets'
  | 'logger'
  | 'secrets'
>

/**
 * The path from every format to storage: converts raw weights and keeps them, checks each reading like a native transmitter's, and resolves
 * when the valid ones are durable. Throws 400, 413 and 429 if nothing was taken.
 */
export async function submitReadings(
  deps: Submitting,
  transmitter: KeyHolder,
  message: Omit<DeviceMessage, 'readings'> & { readings: readonly unknown[] },
): Promise<Submitted> {
  const { imei, imsi, device_key_hash } = transmitter
  if (device_key_hash === null) throw new AppError(401, 'device_key_wrong')
  const { battery, signal, softwareVersion, stations } = message
  if (message.readings.length + message.raw.length > READINGS_MAXIMUM) throw new AppError(413, 'readings_too_many')
  const weights = await weighRaw(deps, transmitter.id, message.raw)
  const { readings, placed } = withWeighed(message, weights)
  const body = { imei, imsi, battery, signal, softwareVersion, readings }
  const { request, newest, ...parsed } = parseRequest(body, deps.clock, stations)
  const rejected = parsed.rejected.map(placed)
  const faults = [...(message.faults ?? []), ...unknownNames(message), ...parsed.faults.map(placed)]
  deps.ingest.counts.rejected += rejected.length
  // if several devices share a key, each has its own budget for readings
  const budget = deps.keyBudgets.learn(device_key_hash, transmitter.id)
  const { subscriptions } = deps.config
  const outcome = await submitWithin(deps, budget, { ...request, deviceKeyHash: device_key_hash, subscriptions })
  if (outcome.status === 'refused') throw new AppError(401, outcome.code)
  const updateIntervalHours = outcome.updateInterval
  if (outcome.status === 'expired') {
    return { status: 'expired', accepted: 0, duplicates: 0, rejected: [], updateIntervalHours }
  }
  await noteUnknown(deps, transmitter.id, message.unknown ?? [])
  const unkept = await keepRaw(deps, transmitter.id, message.raw)
  const unweighed = unkept.flatMap((code, i) =>
    weights[i] === undefined ? [{ index: message.readings.length + i, code }] : [],
  )
  const refused = unweighed.flatMap(({ index, code }) => (code === undefined ? [] : [{ index, code }]))
  noteTimes(deps, { imei, controllerId: outcome.controllerId }, { rejected, newest }, 'ours')
  noteFaults(deps, outcome.controllerId, faults)
  noteNothingTaken(deps, { controllerId: transmitter.id }, outcome)
  const { duplicates } = outcome
  // a raw weight kept until there is a calibration counts as accepted, like one in kilograms
  const accepted = outcome.accepted + unweighed.length - refused.length
  const all = [...rejected, ...outcome.rejected.map(placed), ...refused].sort((a, b) => a.index - b.index)
  const told = { ...leftOutOf(faults), ...nextKeyOf(deps, outcome.nextKey), updateIntervalHours }
  return { status: 'stored', accepted, duplicates, rejected: all, ...told }
}

/** Names without a known meaning are reported in the answer and counted elsewhere. A name with a more specific fault is left out here. */
function unknownNames({ unknown = [], faults = [] }: Pick<DeviceMessage, 'unknown' | 'faults'>): FieldFault[] {
  const named = new Set(faults.map(({ field }) => field))
  const values = new Map(unknown.filter(({ name }) => !named.has(name)).map(({ name, value }) => [name, value]))
  return [...values].map(([field, value]) => ({
    ...{ index: null, channel: null, field, code: 'unknown_key' },
    ...{ value: String(value), isWhole: false },
  }))
}

/**
 * Puts each weight into the reading of the same channel and time, since a time is stored only once. `placed`: what is said about one of these
 * readings, at its position in the message, where raw weights follow the readings.
 */
function withWeighed(
  { readings, raw }: { readings: readonly unknown[]; raw: DeviceMessage['raw'] },
  weights: readonly (number | undefined)[],
) {
  const added: number[] = []
  const placed = <Of extends { index: number | null }>(one: Of): Of => {
    const origin = one.index === null ? undefined : added[one.index - readings.length]
    return origin === undefined ? one : { ...one, index: readings.length + origin }
  }
  if (raw.length === 0) return { readings, placed }
  const placeOf = ({ time, channel }: Pick<DeviceReading, 'time' | 'channel'>) => `${channel} ${time}`
  const all = readings.map((reading) => ({ ...(reading as DeviceReading) }))
  const places = new Map(all.map((reading) => [placeOf(reading), reading]))
  raw.forEach(({ time, channel }, i) => {
    const weight = weights[i]
    if (weight === undefined) return
    const reading = places.get(placeOf({ time, channel })) ?? { time, channel }
    reading.weight = weight
    if (places.has(placeOf(reading))) return
    places.set(placeOf(reading), reading)
    all.push(reading)
    added.push(i)
  })
  return { readings: all, placed }
}
