import type { LeftOut, Rejection } from '#domain/reading.ts'
import { weighRaw } from '../../calibrations/weigh-raw.ts'
import { AppError } from '../../http/app-error.ts'
import type { Deps } from '../../http/deps.ts'
import { leftOutOf, noteFaults } from '../note-faults.ts'
import { noteTimes } from '../note-times.ts'
import { parseRequest } from '../parse-request.ts'
import { submitWithin } from '../submit-within.ts'
import type { DeviceMessage } from './device-message.ts'
import type { KeyHolder } from './format-queries.ts'

export type Submitted = {
  status: 'stored' | 'expired'
  accepted: number
  duplicates: number
  rejected: Rejection[]
  leftOut?: LeftOut[]
  updateIntervalHours: number
}

type Submitting = Pick<Deps, 'refusedTimes' | 'fieldFaults' | 'database' | 'clock' | 'config' | 'ingest' | 'keyBudgets'>

/**
 * The way from every format to the store: weighs what is raw, checks each reading as that of a native transmitter is checked, and
 * resolves when what is good is durable. Throws 400, 413 and 429 where nothing was taken.
 */
export async function submitReadings(
  deps: Submitting,
  transmitter: KeyHolder,
  message: Omit<DeviceMessage, 'readings'> & { readings: readonly unknown[] },
): Promise<Submitted> {
  const { imei, imsi, device_key_hash } = transmitter
  if (device_key_hash === null) throw new AppError(401, 'device_key_wrong')
  const { battery, signal, softwareVersion } = message
  const readings = await withWeighed(deps, transmitter.id, message)
  const body = { imei, imsi, battery, signal, softwareVersion, readings }
  const { request, rejected, faults, newest } = parseRequest(body, deps.clock)
  deps.ingest.counts.rejected += rejected.length
  // of several devices behind one key each has a budget of its own for readings
  const budget = deps.keyBudgets.learn(device_key_hash, transmitter.id)
  const { subscriptions } = deps.config
  const outcome = await submitWithin(deps, budget, { ...request, deviceKeyHash: device_key_hash, subscriptions })
  if (outcome.status === 'refused') throw new AppError(401, outcome.code)
  const updateIntervalHours = outcome.updateInterval
  if (outcome.status === 'expired') {
    return { status: 'expired', accepted: 0, duplicates: 0, rejected: [], updateIntervalHours }
  }
  noteTimes(deps, imei, { rejected, newest }, 'ours')
  noteFaults(deps, imei, faults)
  const { accepted, duplicates } = outcome
  const all = [...rejected, ...outcome.rejected].sort((a, b) => a.index - b.index)
  return { status: 'stored', accepted, duplicates, rejected: all, ...leftOutOf(faults), updateIntervalHours }
}

/** A weight stands in one reading with what else its channel said at that time, since a time is stored once. */
async function withWeighed(
  deps: Submitting,
  controllerId: number,
  { readings, raw }: { readings: readonly unknown[]; raw: DeviceMessage['raw'] },
): Promise<readonly unknown[]> {
  const weights = await weighRaw(deps, controllerId, raw)
  const all = readings.map((reading) => ({ ...(reading as { time: string; channel: number; weight?: number }) }))
  raw.forEach(({ time, channel }, i) => {
    const weight = weights[i]
    if (weight === undefined) return
    const beside = all.find((reading) => reading.time === time && reading.channel === channel)
    if (beside) beside.weight = weight
    else all.push({ time, channel, weight })
  })
  return raw.length === 0 ? readings : all
}
