import { createLocalClock } from '#domain/hives/local-clock.ts'
import { offsetOf, type Zone } from '#domain/hives/local-midnight.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { emptyMessage } from './device-message.ts'
import { findTransmitter } from './find-transmitter.ts'
import { beeloggerReply, parseBeelogger, textsOf } from './parse-beelogger.ts'
import { parseUplink } from './parse-uplink.ts'
import { readKnownDevice } from './read-known-device.ts'
import { readUplink } from './read-uplink.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { leftOutNames, refusalOf } from './submitted-reply.ts'

const MINUTES_IN_HOUR = 60

/**
 * Stores what a beelogger sends in a query or body, or what a LoRaWAN network sends for it (`LORA=1`), and answers in its own format. Throws
 * 400 `checksum_wrong`, `time_invalid`, 400 if nothing could be taken, 401, 429.
 */
export async function takeBeelogger(
  deps: Submitting,
  admitted: AdmittedKey,
  query: Record<string, string>,
  sent: Record<string, unknown>,
): Promise<string> {
  const transmitter = await findTransmitter(deps, admitted)
  const now = deps.clock.now()
  const zone = await zoneOf(deps.database.db, transmitter.primary_region_id)
  const offsets = offsetsOf(zone, now)
  const device = await readKnownDevice(deps, transmitter)
  const clocks = {
    standard: createLocalClock({ utcOffsetHours: offsets.standard / 3600 }),
    local: createLocalClock(zone),
  }
  const fields = { ...textsOf(sent), ...query }
  const heard = readUplink(sent)
  const parsed = heard
    ? { message: (heard.kind === 'uplink' && parseUplink(heard.uplink, now, device)) || emptyMessage() }
    : parseBeelogger(fields, now, clocks, device)
  if ('fault' in parsed) throw new AppError(400, parsed.fault)
  const taken = await submitReadings(deps, transmitter, parsed.message)
  const refusal = refusalOf(taken)
  if (refusal) throw new AppError(400, refusal)
  return beeloggerReply(fields, now, offsets, taken.updateIntervalHours * MINUTES_IN_HOUR, leftOutNames(taken))
}

/** Seconds ahead of UTC, without daylight saving and now. */
function offsetsOf(zone: Zone, now: number): { standard: number; local: number } {
  const offsetAt = offsetOf(zone)
  const year = new Date(now).getUTCFullYear()
  const [winter, summer] = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map((time) => offsetAt(time / 1000))
  return { standard: Math.min(winter!, summer!), local: offsetAt(now / 1000) }
}
