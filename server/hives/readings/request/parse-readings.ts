import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { type FieldFault, shownValue, temperatureFault } from '#domain/hives/doctor/field-fault.ts'
import type { Rejection } from '#domain/hives/ingest-message.ts'
import {
  EARLIEST_TIME_SECONDS,
  FIELDS_A_ROW,
  FUTURE_TOLERANCE_SECONDS,
  type ReadingRows,
  readingKeys,
  WEIGHT_MAXIMUM_GRAMS,
  WEIGHT_MINIMUM_GRAMS,
} from '#domain/hives/reading.ts'
import { centiFromCelsius, gramsFromKg, permilleFromPercent } from '#domain/hives/units.ts'
import { FIELD_NAME_CHARACTERS } from '#domain/hives/unknown-field.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { lacksZone, momentMs } from '#domain/platform/moment.ts'

const UNKNOWN_KEYS_LISTED = 16
const HUMIDITY_MAXIMUM_PERMILLE = 1000
/** Shared by all requests without faults. */
const NONE: readonly FieldFault[] = []

export type ParsedReadings = {
  rows: ReadingRows
  rejected: Rejection[]
  faults: readonly FieldFault[]
  newest: number | undefined
}

/**
 * Checks each reading and each of its values by itself, in one pass: impossible values are left out and listed under `faults`, the
 * rest stays. A reading is refused only if it has no usable time or channel, or nothing left. `latestSeconds`: the latest time that
 * it may be now. `newest`: the latest time that was read, even if refused.
 */
export function parseReadings(readings: readonly unknown[], latestSeconds: number): ParsedReadings {
  const rows = { length: 0, values: new Float64Array(FIELDS_A_ROW * readings.length) }
  const rejected: Rejection[] = []
  const latest = latestSeconds + FUTURE_TOLERANCE_SECONDS
  const secondsOf = createTimeParser()
  const seen: Seen = { newest: 0, faults: undefined }
  for (let index = 0; index < readings.length; index++) {
    const code = takeReading(rows, readings[index], index, latest, secondsOf, seen)
    if (code) rejected.push({ index, code })
  }
  return { rows, rejected, faults: seen.faults ?? NONE, newest: seen.newest || undefined }
}

type TimeParser = (time: unknown) => number | undefined
type Seen = { newest: number; faults: FieldFault[] | undefined }

function takeReading(
  rows: ReadingRows,
  reading: unknown,
  index: number,
  latest: number,
  secondsOf: TimeParser,
  seen: Seen,
): ErrorCode | undefined {
  if (typeof reading !== 'object' || reading === null || Array.isArray(reading)) {
    return refuse(seen, index, null, 'reading', 'reading_invalid', reading)
  }
  const { time, channel, weight, temperature, humidity } = reading as Record<string, unknown>
  const slot = channel ?? 0
  const place = isChannel(slot) ? slot : null

  const seconds = secondsOf(time)
  if (seconds === undefined) {
    const code = typeof time === 'string' && lacksZone(time) ? 'time_zone_missing' : 'time_invalid'
    return refuse(seen, index, place, 'time', code, time)
  }
  if (seconds > seen.newest) seen.newest = seconds
  if (seconds > latest) return refuse(seen, index, place, 'time', 'time_in_future', time)
  if (seconds < EARLIEST_TIME_SECONDS) return refuse(seen, index, place, 'time', 'time_before_start', time)

  if (place === null || (place === 0 && weight !== undefined && weight !== null)) {
    return refuse(seen, index, null, 'channel', 'channel_invalid', channel)
  }

  const before = seen.faults?.length ?? 0
  let grams = Number.NaN
  if (weight !== undefined && weight !== null) {
    grams = integerOf(weight, gramsFromKg)
    if (!(grams >= WEIGHT_MINIMUM_GRAMS && grams <= WEIGHT_MAXIMUM_GRAMS)) {
      leaveOut(seen, index, place, 'weight', Number.isNaN(grams) ? 'weight_invalid' : 'weight_out_of_range', weight)
      grams = Number.NaN
    }
  }
  let centi = Number.NaN
  if (temperature !== undefined && temperature !== null) {
    centi = integerOf(temperature, centiFromCelsius)
    const code = Number.isNaN(centi) ? 'temperature_invalid' : temperatureFault(centi)
    if (code) {
      leaveOut(seen, index, place, 'temperature', code, temperature)
      centi = Number.NaN
    }
  }
  let permille = Number.NaN
  if (humidity !== undefined && humidity !== null) {
    permille = integerOf(humidity, permilleFromPercent)
    if (!(permille >= 0 && permille <= HUMIDITY_MAXIMUM_PERMILLE)) {
      const code = Number.isNaN(permille) ? 'humidity_invalid' : 'humidity_out_of_range'
      leaveOut(seen, index, place, 'humidity', code, humidity)
      permille = Number.NaN
    }
  }
  let unknown = 0
  for (const key in reading) {
    if (readingKeys.has(key) || ++unknown > UNKNOWN_KEYS_LISTED) continue
    const value = (reading as Record<string, unknown>)[key]
    leaveOut(seen, index, place, key.slice(0, FIELD_NAME_CHARACTERS), 'unknown_key', value)
  }
  if (Number.isNaN(grams) && Number.isNaN(centi) && Number.isNaN(permille)) {
    const first = seen.faults?.[before]
    return first ? first.code : refuse(seen, index, place, 'reading', 'reading_empty', undefined)
  }

  let at = rows.length++ * FIELDS_A_ROW
  const { values } = rows
  values[at++] = index
  values[at++] = place
  values[at++] = seconds
  values[at++] = grams
  values[at++] = centi
  values[at] = permille
  return undefined
}

function leaveOut(
  seen: Seen,
  index: number,
  channel: number | null,
  field: string,
  code: ErrorCode,
  value: unknown,
  isWhole = false,
): void {
  seen.faults ??= []
  seen.faults.push({ index, channel, field, code, value: shownValue(value), isWhole })
}

function refuse(
  seen: Seen,
  index: number,
  channel: number | null,
  field: string,
  code: ErrorCode,
  value: unknown,
): ErrorCode {
  leaveOut(seen, index, channel, field, code, value, true)
  return code
}

const isChannel = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CHANNELS_PER_CONTROLLER

/** Returns a parser to epoch seconds. Readings of all channels often share a time, so it caches the last one. */
function createTimeParser(): TimeParser {
  let lastText: string | undefined
  let lastSeconds: number | undefined
  return (time) => {
    if (typeof time !== 'string') return undefined
    if (time === lastText) return lastSeconds
    const milliseconds = momentMs(time)
    lastText = time
    lastSeconds = milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000)
    return lastSeconds
  }
}

/** NaN if the value is not a number. */
const integerOf = (value: unknown, toInteger: (value: number) => number): number =>
  typeof value === 'number' && Number.isFinite(value) ? toInteger(value) : Number.NaN
